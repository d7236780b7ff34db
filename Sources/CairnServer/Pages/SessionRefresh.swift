/// Whether a request's session in memory was compared with the store.
///
/// One comparison is enough for a request, because it begins after the request has arrived.
enum SessionRefresh {
  /// It wasn't necessary so far.
  case open
  case done
  /// The store can't be read, so the session in memory may be old.
  case failed
}
