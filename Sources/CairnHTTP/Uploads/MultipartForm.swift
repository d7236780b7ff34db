import Logging

/// A form of several parts as it arrives: what is typed is kept in memory, files go to disk.
///
/// Not Sendable: it is used on one thread.
final class MultipartForm {
  private let limits: RequestLimits
  private let uploads: Uploads
  private let client: AddressGroup?
  private var parser: MultipartParser
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var files: [HTTPFile] = []
  /// How many bytes it keeps in memory, about.
  private(set) var size = 0

  private var part = MultipartParser.Header()
  private var value: [UInt8] = []
  private var writer: FileWriter?
  /// How many bytes the files have, and what is typed.
  private var uploaded = 0
  private var typed = 0
  private var refusal: HTTPStatus?

  /// - Parameters:
  ///   - contentType: What the form's header says; without a boundary in it there is nothing to be read.
  ///   - client: Whose share of the uploads' room it takes; nil if that's unknown.
  init?(
    contentType: String, limits: RequestLimits, uploads: Uploads, client: AddressGroup? = nil
  ) {
    guard let parser = MultipartParser(contentType: contentType) else { return nil }
    self.parser = parser
    self.limits = limits
    self.uploads = uploads
    self.client = client
  }

  /// Whether the form is there from beginning to end.
  var isComplete: Bool { parser.isComplete }

  /// Takes what has arrived; answers the status with which the form is refused.
  func read(_ bytes: UnsafeRawBufferPointer) -> HTTPStatus? {
    let isRead = parser.read(bytes) { event in
      refusal = take(event)
      return refusal == nil
    }
    return isRead ? nil : refusal ?? .badRequest
  }

  private func take(_ event: MultipartParser.Event) -> HTTPStatus? {
    switch event {
    case .begin(let part): begin(part)
    case .bytes(let bytes): writer.map { write(bytes, to: $0) } ?? keep(bytes)
    case .end: end()
    }
  }

  private func begin(_ part: MultipartParser.Header) -> HTTPStatus? {
    self.part = part
    guard part.name.utf8.count <= limits.maxFieldNameSize,
      fields.count + files.count < limits.maxFields
    else { return .contentTooLarge }
    size += 64 + part.name.utf8.count
    // A file field in which nothing was chosen is sent with an empty file name.
    guard let name = part.fileName, !name.isEmpty else { return nil }
    guard limits.maxUploadSize > 0 else { return .unsupportedMediaType }
    guard files.count < limits.maxFiles else { return .contentTooLarge }
    size += name.utf8.count + (part.contentType?.utf8.count ?? 0)
    writer = uploads.begin(for: client)
    return writer == nil ? .insufficientStorage : nil
  }

  private func write(_ bytes: UnsafeRawBufferPointer, to writer: FileWriter) -> HTTPStatus? {
    uploaded += bytes.count
    guard uploaded <= limits.maxUploadSize else { return .contentTooLarge }
    do throws(SystemError) {
      return try writer.write(bytes) ? nil : .serviceUnavailable
    } catch {
      uploads.report(error)
      return .insufficientStorage
    }
  }

  private func keep(_ bytes: UnsafeRawBufferPointer) -> HTTPStatus? {
    typed += bytes.count
    size += bytes.count
    guard typed <= limits.maxBodySize, value.count + bytes.count <= limits.maxFieldSize else {
      return .contentTooLarge
    }
    value.append(contentsOf: bytes)
    return nil
  }

  private func end() -> HTTPStatus? {
    if let writer {
      files.append(writer.end(of: part))
      self.writer = nil
      return nil
    }
    // What is typed is compared by whoever keeps it.
    guard let text = String(validating: value, as: UTF8.self) else { return .badRequest }
    fields.append((part.name, StreamSafe.made(of: text)))
    value.removeAll(keepingCapacity: true)
    return nil
  }
}

extension HTTPRequest {
  /// A form of several parts as a server reads it, for transports that have no socket.
  package static func form(
    of body: [UInt8], contentType: String, limits: RequestLimits
  ) throws(FormRefusal) -> (fields: [(name: String, value: String)], files: [HTTPFile]) {
    guard body.count <= limits.maxBodySize + limits.maxUploadSize else {
      throw FormRefusal(status: .contentTooLarge)
    }
    let uploads = Uploads(
      in: nil, limit: limits.maxUploadSize, logger: Logger(label: "cairn.uploads"))
    guard let form = MultipartForm(contentType: contentType, limits: limits, uploads: uploads)
    else { throw FormRefusal(status: .badRequest) }
    if let status = body.withUnsafeBytes({ form.read($0) }) { throw FormRefusal(status: status) }
    guard form.isComplete else { throw FormRefusal(status: .badRequest) }
    return (form.fields, form.files)
  }
}

/// A form that is not what it has to be.
package struct FormRefusal: Error {
  /// What it is answered with.
  package let status: HTTPStatus
}
