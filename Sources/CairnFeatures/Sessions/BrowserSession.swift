public import CairnDependencies
public import Foundation
internal import IssueReporting

/// A session, as features know it: that of one browser.
///
/// What a feature asks of it is noted, and done when the submission is stored that is being worked on:
/// with the scene and the answer, or not at all.
///
/// ```swift
/// case .signInTapped:
///   session.renew()
///   return .run { [session, state] send in
///     let user = try await users.check(state.name, state.password)
///     session.signIn(as: user.id)
///     await send(.signedIn(user))
///   }
/// ```
/// Ask first, and change afterwards what the tabs share: from then on nobody else is shown anything of the
/// session until it has its new id.
///
/// The answer to a submission brings the browser its new cookie, and waits for effects for a moment only. An
/// effect that asks when it has gone is late, but for one: where its own submission has renewed the session, as
/// above, ``signIn(as:)`` notes whose it is at any time. What else is late is done with the next submission
/// of the scene, unless that leaves the memory before, and the log says so. A page that is only looked at
/// changes nothing: what its views ask for is not done, and the log says so too.
public struct BrowserSession: Sendable, Identifiable {
  /// Names the session in tables of your own, such as that of its shopping cart.
  ///
  /// It is the same as long as the browser keeps its session, also after the server was started anew with
  /// the same secret, and it is of no use to who reads it: the cookie can not be made from it. It is another
  /// one after ``renew()``: read it where you need it, and do not keep the value.
  public let id: UUID

  private let control: any BrowserSessionControl

  /// A session of a test: what is asked of it is so at once.
  public init(id: UUID) {
    self.init(LocalSession(id: id))
  }

  /// The session as it is now.
  package init(_ control: any BrowserSessionControl) {
    id = control.id
    self.control = control
  }

  /// The session as it is now.
  fileprivate var current: BrowserSession { BrowserSession(control) }

  /// Who has signed in, as ``signIn(as:)`` was told; nil where nobody has. It is what is stored.
  public var owner: String? { control.owner }

  /// The longest owner, in bytes of UTF-8.
  public static let maximumOwner = 256

  /// Gives the session another id with the answer to the submission: its cookie, and what knew it by its old
  /// id, are worth nothing then.
  ///
  /// Do it when somebody gets more rights. Who has planted the cookie in that browser, or has read it
  /// before, has nothing of the session any more. The scenes of all tabs and the values stay, and their
  /// pages go on.
  ///
  /// - Returns: The ``id`` that the session has now and the one that it has then: what you keep under the
  ///   old one, copy it. Delete the old rows as you delete those of browsers that do not come back: if the
  ///   submission can not be stored, the session keeps its id.
  @discardableResult
  public func renew() -> Renewal {
    control.renew(owner: nil)
  }

  /// Renews the session, and notes whose it is.
  ///
  /// - Parameter owner: Who has signed in, such as the key of the user in your database: 1 to 256 bytes of
  ///   UTF-8, compared as bytes.
  /// - Returns: As ``renew()`` does.
  @discardableResult
  public func signIn(as owner: String) -> Renewal {
    guard (1...Self.maximumOwner).contains(owner.utf8.count) else {
      reportIssue(
        """
        A session was signed in as an owner of \(owner.utf8.count) bytes.

        It is renewed, and is nobody's. Sign in with 1 to \(Self.maximumOwner) bytes of UTF-8, such as \
        the key of the user.
        """)
      return renew()
    }
    return control.renew(owner: owner)
  }

  /// Ends the session with the answer to the submission: the scenes of all tabs, their effects and the
  /// values go.
  ///
  /// The browser goes on with an empty session, where the scene is then: at its location, not with its state.
  /// Of ``renew()`` and this the last one that is asked for in a submission counts.
  public func signOut() {
    control.end()
  }

  /// Ends all sessions of an owner at once, in memory and in the store, with their scenes, effects and values.
  ///
  /// ```swift
  /// try await session.endAll(of: user.id, exceptThis: true)
  /// ```
  /// Do it when a password was changed. Who has such a session is a new visitor with the next request. What
  /// other servers that share the store still have in memory can be looked at there, and not be worked on.
  ///
  /// - Parameters:
  ///   - owner: As ``signIn(as:)`` was told.
  ///   - exceptThis: Whether this session stays, if it is one of them. Where it does not, and a submission is
  ///     being worked on, it ends as by ``signOut()``.
  /// - Throws: What the store says that can not do it: then some of them may have ended.
  public func endAll(of owner: String, exceptThis: Bool) async throws {
    try await control.endAll(of: owner, exceptThis: exceptThis)
  }

  /// The ids of a session that is renewed, as ``BrowserSession/id`` has them.
  public struct Renewal: Hashable, Sendable {
    /// The id until then.
    public let previousID: UUID
    /// The id from then on.
    public let id: UUID

    package init(previousID: UUID, id: UUID) {
      self.previousID = previousID
      self.id = id
    }
  }
}

/// Two are the same where their ids are.
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
  /// A browser that takes no cookies is another session with each page. Outside of a server it is one for
  /// the process; in a test its id is zero, unless the test says otherwise.
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
