import CairnBytes

#if canImport(Glibc)
  import Glibc
#endif

/// A reader for forms of the type `application/x-www-form-urlencoded`.
///
/// The format is the one of the URL standard. A name ends at the first `=`, a field without `=` has an empty value, and
/// empty fields (`&&`) are skipped. The reader is strict where others disagree. It rejects control characters, a `%`
/// without two hexadecimal digits, and text that isn't UTF-8.
///
/// Each byte is read once. A field is decoded when it's complete. Until then, its encoded bytes are kept.
final class URLEncodedForm: FormReader {
  private let limits: RequestLimits
  private(set) var fields: [(name: String, value: String)] = []
  private(set) var size = 0
  /// The bytes of a field whose end hasn't arrived.
  private var pending: [UInt8] = []
  /// The maximum size of an encoded field.
  private let maxEncodedSize: Int

  init(limits: RequestLimits) {
    self.limits = limits
    maxEncodedSize = 3 * (limits.maxFieldNameSize + limits.maxFieldSize) + 1
  }

  var files: [HTTPFile] { [] }

  func read(_ bytes: UnsafeRawBufferPointer) -> HTTPStatus? {
    size += bytes.count
    var rest = bytes.bindMemory(to: UInt8.self)
    while let end = rest.position(of: UInt8(ascii: "&")) {
      let last = UnsafeBufferPointer(rebasing: rest[..<end])
      if let status = pending.isEmpty ? take(last) : keep(last) ?? takePending() { return status }
      rest = UnsafeBufferPointer(rebasing: rest[(end + 1)...])
    }
    return keep(rest)
  }

  func end() -> HTTPStatus? { takePending() }

  private func keep(_ bytes: UnsafeBufferPointer<UInt8>) -> HTTPStatus? {
    guard pending.count + bytes.count <= maxEncodedSize else { return .contentTooLarge }
    pending.append(contentsOf: bytes)
    return nil
  }

  private func takePending() -> HTTPStatus? {
    defer { pending.removeAll(keepingCapacity: true) }
    return pending.withUnsafeBufferPointer { take($0) }
  }

  private func take(_ field: UnsafeBufferPointer<UInt8>) -> HTTPStatus? {
    guard !field.isEmpty else { return nil }
    guard fields.count < limits.maxFields else { return .contentTooLarge }
    guard field.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return .badRequest }
    let equals = field.position(of: UInt8(ascii: "="))
    let value = UnsafeBufferPointer(rebasing: field[(equals.map { $0 + 1 } ?? field.count)...])
    do throws(FormRefusal) {
      let name = try text(
        UnsafeBufferPointer(rebasing: field[..<(equals ?? field.count)]),
        limit: limits.maxFieldNameSize)
      // Applications compare values, which must therefore be in the stream-safe format.
      let value = StreamSafe.made(of: try text(value, limit: limits.maxFieldSize))
      fields.append((name, value))
    } catch {
      return error.status
    }
    size += 64
    return nil
  }

  private func text(
    _ bytes: UnsafeBufferPointer<UInt8>, limit: Int
  ) throws(FormRefusal) -> String {
    guard bytes.count <= 3 * limit else { throw FormRefusal(status: .contentTooLarge) }
    guard let text = PercentCoding.text(bytes, plusIsSpace: true) else {
      throw FormRefusal(status: .badRequest)
    }
    guard text.utf8.count <= limit else { throw FormRefusal(status: .contentTooLarge) }
    return text
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first byte with a value, or `nil` if there is no such byte.
  fileprivate func position(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}
