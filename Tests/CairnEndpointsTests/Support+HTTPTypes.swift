import HTTPTypes

@testable import CairnEndpoints

/// Returns an endpoint that responds with a text.
func texting(_ text: String, _ method: HTTPRequest.Method = .get, _ path: String) -> Endpoint {
  Endpoint(method, path) { _ in .text(text) }
}

extension HTTPField.Name {
  /// Fields that only tests have.
  static let room = Self("X-Room")!
  static let test = Self("X-Test")!
}

extension HTTPRequest.Method {
  static let purge = Self("PURGE")!
}
