/// What a client may send. Sizes are in bytes.
public struct RequestLimits: Sendable {
  /// A longer target is answered with 414.
  public var maxTargetLength = 8 * 1024
  /// A longer request line and header together are answered with 431.
  ///
  /// Each connection has memory for that much and 16 KiB more, which libmicrohttpd clears for every
  /// request: at 56 KiB that was a third of a request's time.
  public var maxHeaderSize = 16 * 1024
  /// A longer body is answered with 413. For a form of several parts, files don't count. If the announced length
  /// is up to ten times ``maxUploadSize``, the body is read to its end first and dropped. Otherwise it isn't read.
  public var maxBodySize = 1024 * 1024
  /// A form whose files are larger together is answered with 413. By default none is taken, and a form that
  /// brings one is answered with 415.
  public var maxUploadSize = 0
  /// A form of more files is answered with 413.
  public var maxFiles = 32
  /// A form of more fields is answered with 413.
  public var maxFields = 1000
  /// A form with a longer name of a field is answered with 413.
  public var maxFieldNameSize = 256
  /// A form with a longer field is answered with 413.
  public var maxFieldSize = 256 * 1024
  /// Seconds in which the head of a request has to arrive, however often a byte of it comes.
  public var headDuration = 20
  /// Seconds that a body may take to arrive, or an answer to be taken, besides those of
  /// ``minimumRate``; after them the connection is closed.
  public var transferDuration = 20
  /// Bytes a second: a body or an answer of so many has a second more.
  public var minimumRate = 2048

  /// The longest body that is read although it is too long.
  var maxRejectedBodySize: Int { 10 * maxUploadSize }

  public init() {}
}
