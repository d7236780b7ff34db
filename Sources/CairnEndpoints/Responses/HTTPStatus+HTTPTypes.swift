import CairnHTTP
import HTTPTypes

extension HTTPStatus {
  init(_ status: HTTPTypes.HTTPResponse.Status) {
    self.init(rawValue: status.code)
  }
}

extension HTTPTypes.HTTPResponse.Status {
  /// Creates the status of a response. The result has the status 500 if its code can't be sent.
  init(_ status: HTTPStatus) {
    self = 0..<1000 ~= status.rawValue ? Self(code: status.rawValue) : .internalServerError
  }
}
