import CMicroHTTPD

/// Decodes an urlencoded or multipart body, piece by piece as it arrives.
final class FormDecoder {
  private let limits: RequestLimits
  private var processor: OpaquePointer?
  private var fields: [(name: String, value: String)] = []
  private var name: String?
  private var value: [UInt8] = []
  /// Why the form is refused.
  private(set) var refusal: HTTPStatus?

  /// Fails where the content type does not say how the body is encoded.
  init?(_ connection: ConnectionPointer, limits: RequestLimits) {
    self.limits = limits
    // The pointer is used by `MHD_post_process` and `MHD_destroy_post_processor`, so only while `self` lives.
    let context = Unmanaged.passUnretained(self).toOpaque()
    processor = MHD_create_post_processor(
      connection.raw, 4096,
      { context, _, name, fileName, _, _, data, offset, size in
        guard let context else { return .NO }
        let decoder = Unmanaged<FormDecoder>.fromOpaque(context).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size)
        return decoder.take(name: name, fileName: fileName, bytes, offset: offset) ? .YES : .NO
      }, context)
    guard processor != nil else { return nil }
  }

  deinit {
    if let processor { MHD_destroy_post_processor(processor) }
  }

  /// Decodes the next bytes; after a refusal it ignores them.
  func decode(_ bytes: UnsafePointer<CChar>, count: Int) {
    guard refusal == nil, let processor else { return }
    if MHD_post_process(processor, bytes, count) != .YES { refuse(.badRequest) }
  }

  /// The fields of the whole form, in order; nil where it is refused.
  func finish() -> [(name: String, value: String)]? {
    if let processor {
      self.processor = nil
      // The last value of an urlencoded form arrives in here.
      if MHD_destroy_post_processor(processor) != .YES { refuse(.badRequest) }
    }
    endField()
    return refusal == nil ? fields : nil
  }

  private func take(
    name: UnsafePointer<CChar>?, fileName: UnsafePointer<CChar>?, _ bytes: UnsafeRawBufferPointer,
    offset: UInt64
  ) -> Bool {
    guard refusal == nil else { return false }
    if offset == 0 {
      endField()
      guard let name, let text = String(validatingCString: name) else {
        return refuse(.badRequest)
      }
      // A file field in which nothing was chosen is sent with an empty file name.
      if let fileName, fileName.pointee != 0 { return refuse(.unsupportedMediaType) }
      guard fields.count < limits.maxFields else { return refuse(.contentTooLarge) }
      self.name = text
    }
    guard value.count + bytes.count <= limits.maxFieldSize else { return refuse(.contentTooLarge) }
    value.append(contentsOf: bytes)
    return true
  }

  private func endField() {
    guard let name else { return }
    if let text = String(validating: value, as: UTF8.self) {
      fields.append((name: name, value: text))
    } else {
      refuse(.badRequest)
    }
    self.name = nil
    value.removeAll(keepingCapacity: true)
  }

  /// The first refusal is the one that counts.
  @discardableResult
  private func refuse(_ status: HTTPStatus) -> Bool {
    refusal = refusal ?? status
    return false
  }
}
