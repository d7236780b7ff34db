import CairnHTTP
import HTTPTypes

extension HTTPMethod {
  init(_ method: HTTPTypes.HTTPRequest.Method) {
    self.init(method.rawValue)
  }
}

extension HTTPTypes.HTTPRequest.Method {
  /// Creates the method of a request. Its name is always a token, because the server rejects other requests.
  init(_ method: HTTPMethod) {
    self = Self(method.name) ?? .trace
  }
}
