public import CairnDependencies

/// Holds the values of ``SharedKey/session(_:)``.
public final class SessionStorage: SharedStorage, @unchecked Sendable {
  /// A storage without values.
  public init() {
    super.init(keepsValues: true)
  }
}

extension DependencyValues {
  /// Where the values of ``SharedKey/session(_:)`` are: one for each session. Outside of sessions there
  /// is one for the process; each test has its own.
  public var sessionStorage: SessionStorage {
    get { self[SessionStorageKey.self] }
    set { self[SessionStorageKey.self] = newValue }
  }

  private enum SessionStorageKey: DependencyKey {
    static var liveValue: SessionStorage { SessionStorage() }
    static var testValue: SessionStorage { SessionStorage() }
  }
}
