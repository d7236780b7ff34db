extension String {
  /// Creates a string from UTF-8 bytes, or returns `nil` if they aren't valid UTF-8.
  ///
  /// ASCII text, which is most of a URL, is read without `String(validating:as:)`, because that initializer looks up
  /// its generic types each time.
  package init?(validUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self = String(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }
}
