package import Logging

/// Logs rejected requests, each with its client, its path, and the reason.
///
/// The number of messages is limited, because clients can cause any number of them. See ``LogRate``.
package struct RejectionLog: Sendable {
  private let rate: LogRate

  package init(logger: Logger) {
    rate = LogRate(logger: logger)
  }

  /// Logs a rejected request.
  /// - Parameters:
  ///   - status: The status of the response, or `nil` if the connection was closed without one.
  ///   - client: The client's address, or an empty string if it's unknown.
  ///   - request: The request, or `nil` if it's unknown.
  func log(
    _ reason: RejectionReason, status: HTTPStatus?, client: String, request: HTTPRequest? = nil
  ) {
    rate.log(
      .notice, kind: reason.rawValue,
      metadata: Self.metadata(status: status, client: client, request: request),
      "Rejected request: \(reason.rawValue)")
  }

  /// Returns the metadata of a message about a rejected request.
  package static func metadata(_ request: HTTPRequest, status: HTTPStatus) -> Logger.Metadata {
    metadata(status: status, client: request.remoteAddress, request: request)
  }

  private static func metadata(
    status: HTTPStatus?, client: String, request: HTTPRequest?
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [:]
    if !client.isEmpty { metadata["client"] = "\(client)" }
    if let path = request?.rawPath, !path.isEmpty { metadata["path"] = "\(escaped(path))" }
    if let request { metadata["request"] = "\(request.id)" }
    if let status { metadata["status"] = "\(status.rawValue)" }
    return metadata
  }

  /// The maximum number of bytes of a path in the log.
  static let longestPath = 200

  /// Returns the start of a path, in which only printable ASCII isn't percent-encoded.
  static func escaped(_ path: String) -> String {
    var text = ""
    for byte in path.utf8.prefix(longestPath) {
      switch byte {
      case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F...:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      default: text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return path.utf8.count > longestPath ? "\(text)…" : text
  }
}
