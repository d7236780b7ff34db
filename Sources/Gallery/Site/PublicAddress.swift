/// The address at which visitors reach the gallery.
struct PublicAddress {
  /// The scheme, the host, and the port, such as `https://example.org`.
  let origin: String
  /// The path below which everything is served, such as `/shop`, or an empty text.
  let prefix: String

  /// Returns the absolute URL of a path of the gallery. Below a prefix, the URL of the root has no slash at the end.
  func url(_ path: String) -> String {
    origin + prefix + (path == "/" && !prefix.isEmpty ? "" : path)
  }
}
