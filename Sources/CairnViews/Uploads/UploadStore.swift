public import CairnDependencies
public import Foundation

/// A store for uploaded files that a state contains.
///
/// When a scene is stored, the server saves the files of its state in this store. After a restart, and on other servers
/// with the same store, the files can still be read. ``FolderUploadStore`` keeps them in a folder. To use another place,
/// such as a service that's compatible with S3, write a type that conforms to this protocol, and set it as the
/// dependency `uploadStore` of the server. See <doc:Files#Several-servers>.
///
/// All methods can block the calling thread, and are called on any thread, for several files at the same time.
/// `UploadStoreCheck` in `CairnTesting` tests an implementation.
public protocol UploadStore: Sendable {
  /// Saves a copy of a local file.
  ///
  /// If the method throws an error, nothing is saved, and no incomplete file can be opened. If a file with the ID exists,
  /// it has the same contents.
  ///
  /// - Parameters:
  ///   - file: The URL of the local file.
  ///   - id: The random ID of the upload.
  func save(_ file: URL, as id: UploadID) throws

  /// Notes that a file is still in use, and returns whether it exists.
  func renew(_ id: UploadID) throws -> Bool

  /// Opens a file for reading, or returns `nil` if it doesn't exist.
  func open(_ id: UploadID) throws -> FileHandle?

  /// Removes a file, if it exists.
  func remove(_ id: UploadID) throws

  /// Removes all files that were neither saved nor renewed since a point in time.
  func removeAll(unusedSince time: Date) throws
}

extension DependencyValues {
  /// The store for uploaded files that a state contains, or `nil` if such files can't be stored.
  ///
  /// A server has a ``/CairnViews/FolderUploadStore`` by default. Tests and previews have one that's removed at their end.
  public var uploadStore: (any UploadStore)? {
    get { self[UploadStoreKey.self] }
    set { self[UploadStoreKey.self] = newValue }
  }

  private enum UploadStoreKey: DependencyKey {
    static var liveValue: (any UploadStore)? { nil }
    static var previewValue: (any UploadStore)? { TemporaryUploadStore() }
    static var testValue: (any UploadStore)? { TemporaryUploadStore() }
  }
}
