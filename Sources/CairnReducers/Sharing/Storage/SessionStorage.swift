public import CairnDependencies

/// Holds the values of ``SharedKey/session(_:)``.
public final class SessionStorage: SharedStorage {
  public let _table: _SharedTable
  /// The values as bytes, for who keeps them beyond the process; nil where nobody does.
  private let coded: CodedSessionValues?

  /// A storage without values.
  public init() {
    coded = nil
    _table = _SharedTable(keepsValues: true)
  }

  /// A storage whose values are kept as bytes too.
  package init(coded: CodedSessionValues) {
    self.coded = coded
    _table = _SharedTable(keepsValues: true, coded: coded)
  }

  /// Redacts a text from the stored values after this call. Call it before writing the text to a scene of the session.
  package func protect(_ secret: String) { coded?.protect(secret) }
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
