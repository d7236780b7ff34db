public import Foundation

/// A session, as features know it: that of one browser.
public struct BrowserSession: Hashable, Sendable, Identifiable {
  /// Names the session in tables of your own, such as that of its shopping cart.
  ///
  /// It is the same as long as the browser keeps its session, also after the server was started anew with
  /// the same secret, and it is of no use to who reads it: the cookie can not be made from it.
  public let id: UUID

  /// A session of a test.
  public init(id: UUID) {
    self.id = id
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
    get { self[BrowserSessionKey.self] }
    set { self[BrowserSessionKey.self] = newValue }
  }

  private enum BrowserSessionKey: DependencyKey {
    static var liveValue: BrowserSession { BrowserSession(id: UUID()) }
    static var testValue: BrowserSession {
      BrowserSession(id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
  }
}
