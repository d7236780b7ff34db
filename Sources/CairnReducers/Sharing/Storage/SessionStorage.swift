public import CairnDependencies
package import CairnFeatures

/// A storage for the values of ``SharedKey/session(_:)``.
public final class SessionStorage: SharedStorage {
  /// The values of the storage.
  public let _table: _SharedTable
  /// The values, or `nil` if they're neither stored nor copies.
  private let values: (any SessionValueCollection)?

  /// Creates an empty storage.
  public init() {
    values = nil
    _table = _SharedTable(keepsValues: true)
  }

  /// Creates a storage whose values are also kept as bytes.
  package init(coded: CodedSessionValues) {
    values = coded
    _table = _SharedTable(keepsValues: true, values: coded)
  }

  /// Creates a storage whose values are copies of a session's values.
  package init(draft: SessionValueDraft) {
    values = draft
    _table = _SharedTable(keepsValues: true, values: draft, original: draft.source._table)
  }

  /// The values as bytes, for storing them outside the process, or `nil` if they aren't stored.
  var coded: CodedSessionValues? { values as? CodedSessionValues }

  /// Returns the stored value of a key, or `nil` if there is none.
  /// - Throws: A `DecodingError` if the value can't be decoded.
  func storedValue<Value>(of key: String) throws -> Value? { try values?.value(of: key) }

  /// Redacts a text from the values that are stored after this call. Call it before writing the text to a scene of the
  /// session.
  package func protect(_ secret: Secret) { values?.protect(secret) }
}

extension DependencyValues {
  /// The storage for the values of ``/CairnReducers/SharedKey/session(_:)``.
  ///
  /// Each session has its own storage. Outside sessions, the process has one storage, and each test has its own.
  public var sessionStorage: SessionStorage {
    get { self[SessionStorageKey.self] }
    set { self[SessionStorageKey.self] = newValue }
  }

  private enum SessionStorageKey: DependencyKey {
    static var liveValue: SessionStorage { SessionStorage() }
    static var testValue: SessionStorage { SessionStorage() }
  }
}
