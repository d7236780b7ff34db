import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnSecurity
import CairnSessions
import Foundation
import Synchronization

/// The identity of a session in memory. All of it changes together when the session is renewed.
final class SessionIdentity: Sendable {
  /// The identity at one moment.
  struct State: Sendable {
    fileprivate(set) var name: SessionName
    fileprivate(set) var cookie: String
    /// The session's ID for features.
    fileprivate(set) var featuresID: UUID
    /// The owner of the session as far as this server knows, or `nil` if it has no owner.
    var owner: StoredSession.Owner?
  }

  private let cookies: SessionCookie
  private let state: Mutex<State>

  init(_ name: SessionName, cookie: SessionCookie) {
    cookies = cookie
    state = Mutex(
      State(name: name, cookie: cookie.value(for: name), featuresID: UUID(session: name.id)))
  }

  var current: State { state.withLock(\.self) }

  var name: SessionName { state.withLock(\.name) }

  /// The value of the cookie with the session's name.
  var cookie: String { state.withLock(\.cookie) }

  /// The session's ID for features.
  var featuresID: UUID { state.withLock(\.featuresID) }

  /// The owner of the session as far as this server knows, or `nil` if it has no owner.
  var owner: StoredSession.Owner? { state.withLock(\.owner) }

  /// Returns a session's ID for features, and its ID with another name.
  func renewal(of session: State, to name: SessionName) -> BrowserSession.Renewal {
    BrowserSession.Renewal(previousID: session.featuresID, id: UUID(session: name.id))
  }

  /// Changes the session's name.
  func become(_ name: SessionName) {
    let cookie = cookies.value(for: name)
    let featuresID = UUID(session: name.id)
    state.withLock { state in
      state.name = name
      state.cookie = cookie
      state.featuresID = featuresID
    }
  }

  func noteOwner(_ owner: StoredSession.Owner?) {
    state.withLock { $0.owner = owner }
  }
}

extension UUID {
  /// Creates the ID of a session for features. It's a hash, from which the session ID can't be derived, because a
  /// session ID has 128 random bits.
  ///
  /// Applications store this ID. It therefore doesn't depend on the secret, and doesn't change if the secret is
  /// replaced.
  init(session id: SessionID) {
    var hasher = SHA256()
    for bytes in [Array("cairn session identity 2".utf8), id.bytes] {
      bytes.withUnsafeBytes { hasher.update($0) }
    }
    let bytes = hasher.finalize().bytes
    var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)).uuid
    withUnsafeMutableBytes(of: &uuid) { uuid in
      uuid.copyBytes(from: bytes.prefix(16))
      // Version 8 is for custom hashes (RFC 9562, section 5.8).
      uuid[6] = uuid[6] & 0x0F | 0x80
      uuid[8] = uuid[8] & 0x3F | 0x80
    }
    self.init(uuid: uuid)
  }
}
