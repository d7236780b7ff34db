import CairnSecurity
import Synchronization

/// The tokens of the pages that a browser shows of a scene, by the digests of the pages.
///
/// With them, the script doesn't need to send back a token that the server has just sent. They have their own lock, so
/// the scene of a form can be found while the scene is busy.
final class KnownPages: Sendable {
  private let pages = Mutex<[(digest: UInt64, token: PageToken)]>([])

  /// The maximum number of tokens. It's more than one because a push and a form can cross on their way.
  private static let limit = 4

  /// Records the token of a page's forms.
  func note(_ token: PageToken, of digest: UInt64) {
    pages.withLock { pages in
      pages.removeAll { $0.digest == digest }
      if pages.count == Self.limit { pages.removeFirst() }
      pages.append((digest, token))
    }
  }

  /// Returns the token of a page, or `nil` if it's no longer known.
  func token(of digest: UInt64) -> PageToken? {
    pages.withLock { $0.first { $0.digest == digest }?.token }
  }
}
