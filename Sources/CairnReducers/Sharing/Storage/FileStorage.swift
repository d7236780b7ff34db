public import CairnDependencies
public import Foundation

/// A storage for the files of ``SharedKey/fileStorage(_:decoder:encoder:)``.
public protocol FileStorage: AnyObject, Sendable {
  /// Returns the contents of a file, or `nil` if the file doesn't exist.
  func load(from url: URL) throws -> Data?

  /// Replaces the contents of a file as a whole, or creates the file.
  func save(_ data: Data, to url: URL) throws

  /// Renames a file to the first available name, such as `NAME.corrupt` or `NAME.corrupt-2`.
  ///
  /// - Returns: The new URL of the file.
  func setAside(_ url: URL) throws -> URL

  /// The minimum time between two writes of a file.
  ///
  /// If it's zero, each change is written immediately. The default is one second.
  var writeInterval: Duration { get }
}

extension FileStorage {
  /// One second.
  public var writeInterval: Duration { .seconds(1) }
}

extension FileStorage where Self == FileSystem {
  /// The file system.
  public static var fileSystem: FileSystem { .shared }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// A new storage in memory.
  public static var inMemory: InMemoryFileStorage { InMemoryFileStorage() }
}

extension DependencyValues {
  /// The storage for the files of ``/CairnReducers/SharedKey/fileStorage(_:decoder:encoder:)``.
  ///
  /// The default is the file system. In tests and previews, the default is a storage in memory that isn't shared with
  /// other tests.
  public var defaultFileStorage: any FileStorage {
    get { self[FileStorageDependencyKey.self] }
    set { self[FileStorageDependencyKey.self] = newValue }
  }

  /// The clock that measures ``FileStorage/writeInterval``. It's set by the tests of this package.
  package var fileWriteClock: any Clock<Duration> {
    get { self[FileWriteClockKey.self] }
    set { self[FileWriteClockKey.self] = newValue }
  }

  private enum FileWriteClockKey: DependencyKey {
    static var liveValue: any Clock<Duration> { ContinuousClock() }
    static var testValue: any Clock<Duration> { ContinuousClock() }
  }

  private enum FileStorageDependencyKey: DependencyKey {
    static var liveValue: any FileStorage { FileSystem.shared }
    static var previewValue: any FileStorage { InMemoryFileStorage() }
    static var testValue: any FileStorage { InMemoryFileStorage() }
  }
}

extension URL {
  /// The names to try when a file is renamed, in order.
  var namesAside: some Sequence<URL> {
    (1...).lazy.map { number in
      appendingPathExtension(number == 1 ? "corrupt" : "corrupt-\(number)")
    }
  }
}
