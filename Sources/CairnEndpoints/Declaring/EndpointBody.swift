/// How the body of an endpoint's requests is read.
public enum EndpointBody: Sendable, Hashable {
  /// The body is kept in memory as bytes, for JSON and for any other type.
  ///
  /// The server responds with 413 if the body has more bytes than the limit. The default is 1 MiB.
  case bytes(limit: Int = 1024 * 1024)
  /// The endpoint reads the body while it arrives, with ``EndpointRequest/parts``. The body can be larger than memory.
  ///
  /// The server responds with 413 if the body has more bytes than the limit.
  case parts(limit: Int)
  /// The body is a form, whose files are written to disk as they arrive.
  ///
  /// The limits are those of a page's forms. The server responds with 415 if the body isn't a form.
  case form

  /// Whether the endpoint reads the body while it arrives.
  var isReadInParts: Bool {
    if case .parts = self { true } else { false }
  }
}
