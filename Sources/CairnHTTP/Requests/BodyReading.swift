/// How the body of a request is read. A responder chooses this when only the head has arrived.
public enum BodyReading: Sendable, Equatable {
  /// The body is decoded as a form, or kept as bytes if its type is one of the configuration's `rawContentTypes`. The
  /// server responds to all other types with 415.
  case form
  /// The body is kept as bytes, regardless of its type. The server responds to bodies with more bytes than the limit
  /// with 413.
  case bytes(limit: Int)
  /// The body is passed on in parts while it arrives, regardless of its type, and the responder is called before that.
  /// The server responds to bodies with more bytes than the limit with 413.
  case parts(limit: Int)
}
