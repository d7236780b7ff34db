import CairnDependencies
import Foundation

/// The name of a key, which is encoded together with its value. Decoding it finds the same shared value again.
enum SharedKeyName: Codable, Hashable, Sendable {
  case inMemory(String)
  case session(String)
  /// A file by its path.
  case file(String)

  /// The place of the key's value in its storage.
  var place: SharedKeyPlace {
    switch self {
    case .inMemory(let key):
      @Dependency(\.defaultInMemoryStorage) var storage
      return SharedKeyPlace(storage: storage, id: InMemoryKeyID(key: key))
    case .session(let key):
      @Dependency(\.sessionStorage) var storage
      return SharedKeyPlace(storage: storage, id: SessionKeyID(key: key))
    case .file(let path):
      @Dependency(\.sharedStorage) var storage
      @Dependency(\.defaultFileStorage) var files
      let url = URL(filePath: path, directoryHint: .notDirectory).standardizedFileURL
      return SharedKeyPlace(
        storage: storage, id: FileStorageKeyID(url: url, files: ObjectIdentifier(files)),
        files: files)
    }
  }

  /// Returns the value of the key. If there is no value yet, this creates one from the default.
  ///
  /// The value of a file is found when a declaration uses its key. A name never opens a file, because the name may come
  /// from a recording.
  func reference<Value>(default value: Value) -> any SharedReference<Value> {
    switch self {
    case .inMemory, .session:
      place.box { SharedBox(value, keyName: self, onDeinit: $0) } ?? SharedBox(value)
    case .file: NamedPartReference(SharedPartName(key: self), value: value)
    }
  }
}

/// A key that can be encoded.
protocol NamedKey {
  var name: SharedKeyName? { get }
}

extension InMemoryKey: NamedKey {
  var name: SharedKeyName? { .inMemory(key) }
}

extension SessionKey: NamedKey {
  var name: SharedKeyName? { .session(key) }
}

extension FileStorageKey: NamedKey {
  var name: SharedKeyName? { .file(url.path) }
}

extension SharedKeyDefault: NamedKey {
  var name: SharedKeyName? { (base as? any NamedKey)?.name }
}
