/// A reader for multipart forms, which keeps typed text in memory and writes files to disk.
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
  /// The number of bytes of all files, and of all typed text.
  private var uploaded = 0
  private var typed = 0
  private var refusal: HTTPStatus?

  /// Creates a reader, or returns `nil` if the content type has no boundary.
  ///
  /// - Parameters:
  ///   - contentType: The content type in the header of the request.
  ///   - client: The client whose share of the upload room is used, or `nil` if it's unknown.
  init?(
    contentType: String, limits: RequestLimits, uploads: Uploads, client: AddressGroup? = nil
  ) {
    guard let parser = MultipartParser(contentType: contentType) else { return nil }
    self.parser = parser
    self.limits = limits
    self.uploads = uploads
    self.client = client
  }

  /// Ends the form, which must be complete.
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
    // If no file was chosen in a file field, the browser sends an empty file name.
    guard let name = part.fileName, !name.isEmpty else {
      return part.contentType.flatMap { HeaderValue($0.utf8).formRefusal }
    }
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
    // Code that stores the text compares it, so it must be in the stream-safe format.
    guard let text = String(validating: value, as: UTF8.self) else { return .badRequest }
    fields.append((part.name, StreamSafe.made(of: text)))
    value.removeAll(keepingCapacity: true)
    return nil
  }
}
