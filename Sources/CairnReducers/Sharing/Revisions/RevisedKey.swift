package import Foundation

/// A key whose value has revisions in a storage of several processes.
///
/// A change of the value is made only if the storage accepts it. If another process has changed the value in the
/// meantime, the change is applied again to the latest value.
package protocol RevisedKey<Value>: SharedKey where ID == RevisedKeyID {
  /// The name of the value in its storage.
  var valueName: String { get }

  /// The storage of the value.
  var revisedStorage: any RevisedStorage { get }

  /// Decodes a stored value.
  func decode(_ data: Data) throws -> Value

  /// Encodes a value.
  func encode(_ value: Value) throws -> Data
}

extension RevisedKey {
  /// The identity of the value in its storage.
  package var revisedID: RevisedKeyID { RevisedKeyID(name: valueName, in: revisedStorage) }

  /// Returns the stored value, or `nil` if there is none.
  package func loadLatest() throws -> Value? {
    try revisedStorage.load(valueName).map { try decode($0.data) }
  }

  /// Replaces the latest value, whatever it is. Changes of a shared value don't use this.
  package func replaceLatest(by value: Value) throws {
    let data = try encode(value)
    var revision = try revisedStorage.load(valueName)?.revision ?? 0
    while case .conflict(let latest) = try revisedStorage.save(
      data, as: valueName, replacing: revision)
    {
      revision = latest?.revision ?? 0
    }
  }
}

/// The identity of a value and of the storage that contains it. It doesn't depend on the type of the value.
public struct RevisedKeyID: Hashable, Sendable {
  let name: String
  let storage: ObjectIdentifier

  package init(name: String, in storage: any RevisedStorage) {
    self.name = name
    self.storage = ObjectIdentifier(storage)
  }
}
