/// The reason for which a request was rejected, as the log shows it.
package enum RejectionReason: String, Sendable {
  case malformed = "it's malformed"
  case otherSite = "it came from another site"
  case method = "its method isn't allowed"
  case length = "the length of its body is missing"
  case bodyTooLarge = "its body exceeds a limit"
  case targetTooLong = "its address is too long"
  case contentType = "its body isn't a form"
  case headerTooLarge = "its header is too large"
  case transferCoding = "its transfer encoding isn't supported"
  case version = "its HTTP version isn't supported"
  case uploadFailed = "its file can't be stored"
  case sessionTooLarge = "its session would exceed --max-session-size"
  case sessionChanged = "its session has changed since it began"
  case guarded = "a guard doesn't admit its session"
  case bytesInFlight = "requests and responses in transit have reached --max-in-flight"
  case uploadRoom = "uploaded files have reached 100 times --max-upload-size, or the client's share"
  case connections = "its client has reached --max-connections-per-client"
  case streams = "there are too many streams, or its session is being renewed"
  case openFiles = "the process can't open more files"
  case busy = "its scene or all workers are busy"
  case storeFailing = "the session store is failing"
  case unavailable = "the server is busy"
  case stopping = "the server is stopping"
  /// The proxy has probably removed the prefix.
  case outsidePrefix = "its path isn't below --prefix, which the proxy must pass on"
  case tooSlow = "its connection was too slow and was closed"

  /// Returns the usual reason for an error, or `nil` if the error isn't a rejection.
  package init?(_ status: HTTPStatus) {
    switch status {
    case .badRequest: self = .malformed
    case .forbidden: self = .otherSite
    case .methodNotAllowed: self = .method
    case .lengthRequired: self = .length
    case .contentTooLarge: self = .bodyTooLarge
    case .targetTooLong: self = .targetTooLong
    case .unsupportedMediaType: self = .contentType
    case .headerTooLarge: self = .headerTooLarge
    case .notImplemented: self = .transferCoding
    case .serviceUnavailable: self = .unavailable
    case HTTPStatus(rawValue: 505): self = .version
    case .insufficientStorage: self = .uploadFailed
    default: return nil
    }
  }
}
