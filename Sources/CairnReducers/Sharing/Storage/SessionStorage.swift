public import CairnDependencies
package import CairnFeatures

/// A storage for the values of ``SharedKey/session(_:)``.
public final class SessionStorage: SharedStorage {
  /// The values of the storage.
  public let _table: _SharedTable
  /// The values as bytes, for storing them outside the process, or `nil` if they aren't stored.
  private let coded: CodedSessionValues?

  /// Creates an empty storage.
  public init() {
    coded = nil
    _table = _SharedTable(keepsValues: true)
  }

  /// Creates a storage whose values are also kept as bytes.
  package init(coded: CodedSessionValues) {
    self.coded = coded
    _table = _SharedTable(keepsValues: true, coded: coded)
  }

  /// Returns the stored value of a key, or `nil` if there is none.
  /// - Throws: A `DecodingError` if the value can't be decoded.
  func storedValue<Value>(of key: String) throws -> Value? { try coded?.value(of: key) }

  /// Redacts a text from the values that are stored after this call. Call it before writing the text to a scene of the
  /// session.
  package func protect(_ secret: Secret) { coded?.protect(secret) }
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
