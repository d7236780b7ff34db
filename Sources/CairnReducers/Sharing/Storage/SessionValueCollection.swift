import CairnFeatures

/// The values of a session, as the declarations of a ``SessionStorage`` find them.
protocol SessionValueCollection: AnyObject, Sendable {
  /// Adds the value of a key that's declared for the first time, before other code can access it.
  func add<Value>(_ box: SharedBox<Value>, for key: String)

  /// Returns the value that was stored for a key, or `nil` if there is none or its type isn't `Codable`.
  /// - Throws: A `DecodingError` if the value can't be decoded.
  func value<Value>(of key: String) throws -> Value?

  /// Redacts a text from everything that's encoded after this call.
  func protect(_ secret: Secret)
}
