/// The limits for requests. Sizes are in bytes.
public struct RequestLimits: Sendable {
  /// The maximum length of the target. The server responds to longer targets with 414.
  public var maxTargetLength = 8 * 1024
  /// The maximum size of the request line and header fields together. The server responds to larger heads with 431.
  ///
  /// Each connection has memory for the larger of this and ``maxTargetLength``, plus 20 KiB. libmicrohttpd clears this
  /// memory for every request. At 56 KiB, that took a third of a request's time.
  public var maxHeaderSize = 16 * 1024
  /// The maximum size of a body, without the files of a multipart form. The server responds to larger bodies with 413.
  ///
  /// If the announced length is up to ten times ``maxUploadSize``, the server reads the body to its end and discards
  /// it. Otherwise, it doesn't read the body.
  public var maxBodySize = 1024 * 1024
  /// The maximum size of all files of a form. The server responds with 413 if they're larger.
  ///
  /// By default, forms can't contain files, and the server responds to a form with a file with 415.
  public var maxUploadSize = 0
  /// The maximum number of files in a form. The server responds with 413 if there are more.
  public var maxFiles = 32
  /// The maximum number of fields in a form. The server responds with 413 if there are more.
  public var maxFields = 1000
  /// The maximum size of a field's name in a form. The server responds to longer names with 413.
  public var maxFieldNameSize = 256
  /// The maximum size of a field in a form. The server responds to larger fields with 413.
  public var maxFieldSize = 256 * 1024
  /// The number of seconds in which the whole head of a request must arrive.
  public var headDuration = 20
  /// The number of seconds for receiving a body or sending a response, in addition to the time for its size.
  ///
  /// The connection is closed after that. See ``minimumRate``.
  public var transferDuration = 20
  /// The minimum transfer rate in bytes per second. A body or response of this many bytes gets another second.
  public var minimumRate = 2048

  /// The maximum size of a body that's read although it's too large.
  var maxRejectedBodySize: Int { 10 * maxUploadSize }

  /// Creates the default limits.
  public init() {}
}
