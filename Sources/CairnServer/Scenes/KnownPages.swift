import CairnSecurity
import Synchronization

/// The tokens of the pages that a browser shows of a scene, by their digests: a script need not send what the
/// server has just told it.
///
/// It has a lock of its own, so that a form's scene is known while that is at work.
final class KnownPages: Sendable {
  private let pages = Mutex<[(digest: UInt64, token: PageToken)]>([])

  /// How many are kept: what is pushed and what is sent may pass each other.
  private static let limit = 4

  /// Notes which token the forms of a page have.
  func note(_ token: PageToken, of digest: UInt64) {
    pages.withLock { pages in
      pages.removeAll { $0.digest == digest }
      if pages.count == Self.limit { pages.removeFirst() }
      pages.append((digest, token))
    }
  }

  /// The token of a page; nil where that is not known any more.
  func token(of digest: UInt64) -> PageToken? {
    pages.withLock { $0.first { $0.digest == digest }?.token }
  }
}
