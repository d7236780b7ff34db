extension String {
  /// Calls a closure with the string's UTF-8 bytes.
  @inlinable
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // A native string is contiguous, so this neither copies nor allocates.
    var text = self
    return text.withUTF8(body)
  }
}

extension Substring.UTF8View {
  /// Calls a closure with the bytes of the view.
  @inlinable
  package func withContiguousBytes<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // A substring of a native string is contiguous too.
    var text = Substring(self)
    return text.withUTF8(body)
  }
}
