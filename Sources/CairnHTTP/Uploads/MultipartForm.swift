/// A form of several parts as it arrives: what is typed is kept in memory, files go to disk.
final class MultipartForm: FormReader {
  private let limits: RequestLimits
  private let uploads: Uploads
  private let client: AddressGroup?
  private var parser: MultipartParser
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var files: [HTTPFile] = []
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

  /// A form must have its end.
  func end() -> HTTPStatus? { parser.isComplete ? nil : .badRequest }

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
    case .end: endPart()
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

  private func endPart() -> HTTPStatus? {
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
