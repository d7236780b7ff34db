import CairnBytes
import CairnSecurity

extension EndpointRequest {
  /// Returns whether a signature is the HMAC-SHA256 of the body with a key (RFC 2104), as many services sign webhooks.
  ///
  /// ```swift
  /// guard let signature = request.headers[.paymentSignature],
  ///   request.hasSignature(signature, key: key)
  /// else { throw HTTPProblem(status: .unauthorized) }
  /// ```
  /// The time of the comparison doesn't depend on how much of the signature is right. Read the body as bytes, because only
  /// ``body`` is checked.
  ///
  /// - Parameters:
  ///   - signature: The signature as 64 hexadecimal digits. Remove a prefix such as `sha256=` first.
  ///   - key: The bytes of the key that the sender and this server share.
  /// - Returns: Whether the signature is valid. It's never valid for an empty key.
  public func hasSignature(_ signature: String, key: [UInt8]) -> Bool {
    guard !key.isEmpty, signature.utf8.count == 64 else { return false }
    let digits = signature.utf8.compactMap(HexDigit.value)
    guard digits.count == 64 else { return false }
    let code = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    return HMACSHA256.isValid(code, of: body, key: key)
  }
}
