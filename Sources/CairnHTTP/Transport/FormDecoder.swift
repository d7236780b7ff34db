import CMicroHTTPD

#if canImport(Glibc)
  import Glibc
#endif

/// Decodes an urlencoded body with libmicrohttpd's post processor. Forms of several parts are read by
/// ``MultipartForm``, as they arrive: for what may be long, the following would not do.
///
/// The body is given to it whole: fed in pieces it may report the beginning of a value twice, which
/// can not be told from two fields of one name. Its room is small all the same. It moves all that is
/// in it at each step, and there are bodies that make it take a step a byte: with room for such a
/// body of 1 MB it worked for half a minute.
final class FormDecoder {
  private let limits: RequestLimits
  private var fields: [(name: String, value: String)] = []
  private var name: String?
  private var value: [UInt8] = []
  private var refusal: HTTPStatus?

  private init(limits: RequestLimits) {
    self.limits = limits
  }

  /// The fields in order, or the status with which the form is refused.
  static func decode(
    _ body: [UInt8], of connection: ConnectionPointer, limits: RequestLimits
  ) throws(FormRefusal) -> [(name: String, value: String)] {
    let decoder = FormDecoder(limits: limits)
    let isComplete = withExtendedLifetime(decoder) {
      decoder.process(body, of: connection)
    }
    decoder.endField()
    if !isComplete { decoder.refuse(.badRequest) }
    if let status = decoder.refusal { throw FormRefusal(status: status) }
    return decoder.fields
  }

  /// Whether the body was well-formed from beginning to end.
  private func process(_ body: [UInt8], of connection: ConnectionPointer) -> Bool {
    // Used by the post processor only, which is gone when this returns.
    let context = Unmanaged.passUnretained(self).toOpaque()
    let processor = MHD_create_post_processor(
      connection.raw, 1024 + limits.maxFieldNameSize,
      { context, _, name, _, _, _, data, offset, size in
        guard let context else { return .NO }
        let decoder = Unmanaged<FormDecoder>.fromOpaque(context).takeUnretainedValue()
        let bytes = UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : size)
        return decoder.take(name: name, bytes, offset: offset) ? .YES : .NO
      }, context)
    guard let processor else { return false }
    let isRead = body.withUnsafeBytes { bytes in
      MHD_post_process(
        processor, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    // The last value of an urlencoded form arrives in here.
    let isEnded = MHD_destroy_post_processor(processor)
    return isRead == .YES && isEnded == .YES
  }

  private func take(
    name: UnsafePointer<CChar>?, _ bytes: UnsafeRawBufferPointer, offset: UInt64
  ) -> Bool {
    guard refusal == nil else { return false }
    if offset == 0 {
      endField()
      guard let name else { return refuse(.badRequest) }
      guard strnlen(name, limits.maxFieldNameSize + 1) <= limits.maxFieldNameSize else {
        return refuse(.contentTooLarge)
      }
      guard let text = String(validatingCString: name) else { return refuse(.badRequest) }
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
      // What is typed is compared by whoever keeps it.
      fields.append((name: name, value: StreamSafe.made(of: text)))
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
