public import CairnDependencies
public import Foundation
internal import IssueReporting

/// The session of one browser, as features use it.
///
/// If a feature requests a change of the session, the change takes effect when the current submission is
/// stored. It's stored together with the scene and the response, or not at all.
///
/// ```swift
/// case .signInTapped:
///   session.regenerateID()
///   return .run { [session, state] send in
///     let user = try await users.check(state.name, state.password)
///     session.signIn(as: user.id)
///     await send(.signedIn(user))
///   }
/// ```
/// Request the change before you modify values that the tabs share. From then on, other requests of the session
/// wait until it has its new ID, so they don't show those values.
///
/// The response to a submission sets the new cookie, and waits for effects only briefly. If an effect requests
/// a change after the response was sent, the change takes effect with the next submission of the scene. If the
/// scene leaves memory before that, the change is lost. The server logs this.
///
/// There's one exception. If the effect's own submission has renewed the session, as in the example,
/// ``signIn(as:)`` can set the owner at any time.
///
/// Displaying a page doesn't change the session. If a view requests a change while it's rendered, the request
/// is ignored and logged.
public struct BrowserSession: Sendable, Identifiable {
  /// An ID of the session for your own tables, such as for shopping carts.
  ///
  /// It stays the same as long as the browser keeps its session, even after the server is restarted with the
  /// same secret. The cookie can't be derived from it, so it doesn't grant access. ``regenerateID()`` changes the ID.
  /// Read it whenever you need it instead of storing the value in a property.
  public let id: UUID

  private let control: any BrowserSessionControl

  /// Creates a session for a test. Requested changes take effect immediately.
  public init(id: UUID) {
    self.init(LocalSession(id: id))
  }

  /// Creates a value for the current state of a session.
  package init(_ control: any BrowserSessionControl) {
    id = control.id
    self.control = control
  }

  /// The session with its current ID.
  fileprivate var current: BrowserSession { BrowserSession(control) }

  /// The stored owner that was passed to ``signIn(as:)``, or `nil` if the user hasn't signed in.
  public var owner: String? { control.owner }

  /// The maximum size of an owner, in bytes of UTF-8.
  public static let maximumOwner = 256

  /// Gives the session a new ID with the response to the submission.
  ///
  /// Call this method when a user gains privileges. The old cookie and the old ID are then invalid. Anyone who
  /// planted the cookie in the browser, or read it before, loses access to the session. The scenes of all tabs
  /// and the session's values are kept, and their pages keep working.
  ///
  /// - Returns: The current ``id`` and the new one. Copy data that you keep under the old ID. Don't move it,
  ///   because the session keeps its ID if the submission can't be stored. Delete the old rows in the same way
  ///   as the rows of browsers that don't return.
  @discardableResult
  public func regenerateID() -> Renewal {
    control.regenerateID(owner: nil)
  }

  /// Gives the session a new ID with the response to the submission, and sets its owner.
  ///
  /// If the owner's size isn't valid, the method reports an issue, and renews the session without changing its
  /// owner.
  /// - Parameter owner: The signed-in user, such as the user's key in your database. It must have 1 to 256
  ///   bytes of UTF-8, and is compared as bytes.
  /// - Returns: The current ``id`` and the new one. See ``regenerateID()``.
  @discardableResult
  public func signIn(as owner: String) -> Renewal {
    guard (1...Self.maximumOwner).contains(owner.utf8.count) else {
      reportIssue(
        """
        'signIn(as:)' was called with an owner of \(owner.utf8.count) bytes.

        The session was renewed, but its owner wasn't set. The owner must have 1 to \(Self.maximumOwner) \
        bytes of UTF-8. Use the user's key in your database, for example.
        """)
      return regenerateID()
    }
    return control.regenerateID(owner: owner)
  }

  /// Ends the session with the response to the submission.
  ///
  /// The scenes of all tabs, their effects, and the session's values are removed. The browser continues with an
  /// empty session, at the scene's location but without its state. If a submission calls both this method and
  /// ``regenerateID()``, the last call takes effect.
  public func signOut() {
    control.end()
  }

  /// Ends all sessions of an owner immediately, in memory and in the store, with their scenes, effects, and
  /// values.
  ///
  /// ```swift
  /// try await session.endAll(for: user.id, exceptCurrent: true)
  /// ```
  /// Call this method after a password was changed. A browser with an ended session gets a new session with its
  /// next request. If other servers that share the store still have such a session in memory, its pages can be
  /// viewed there, but not used.
  ///
  /// - Parameters:
  ///   - owner: The owner that was passed to ``signIn(as:)``.
  ///   - exceptCurrent: Whether to keep this session if it belongs to the owner. If `false`, and a submission is
  ///     being processed, this session ends as with ``signOut()``.
  /// - Throws: An error of the store. Some of the sessions may have ended.
  public func endAll(for owner: String, exceptCurrent: Bool) async throws {
    try await control.endAll(for: owner, exceptCurrent: exceptCurrent)
  }

  /// The IDs of a renewed session, as in ``BrowserSession/id``.
  public struct Renewal: Hashable, Sendable {
    /// The ID before the renewal.
    public let previousID: UUID
    /// The ID after the renewal.
    public let id: UUID

    package init(previousID: UUID, id: UUID) {
      self.previousID = previousID
      self.id = id
    }
  }
}

/// Two sessions are equal if their IDs are equal.
extension BrowserSession: Hashable {
  public static func == (one: BrowserSession, other: BrowserSession) -> Bool { one.id == other.id }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension DependencyValues {
  /// The session in which a feature runs.
  ///
  /// ```swift
  /// case .addTapped:
  ///   return .run { [item = state.item] _ in
  ///     @Dependency(\.session) var session
  ///     try await carts.add(item, to: session.id)
  ///   }
  /// ```
  /// If a browser doesn't accept cookies, each of its pages has a separate session. Outside a server, there's
  /// one session for the process. In a test, the session's ID is all zeros unless the test overrides this
  /// dependency.
  public var session: BrowserSession {
    get { self[BrowserSessionKey.self].current }
    set { self[BrowserSessionKey.self] = newValue }
  }

  private enum BrowserSessionKey: DependencyKey {
    static var liveValue: BrowserSession { BrowserSession(id: UUID()) }
    static var testValue: BrowserSession {
      BrowserSession(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
  }
}
