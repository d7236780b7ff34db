public import CairnDependencies
public import Foundation

/// Where the files of ``SharedKey/fileStorage(_:decoder:encoder:)`` are.
public protocol FileStorage: AnyObject, Sendable {
  /// The content of a file; nil where there is no such file.
  func load(from url: URL) throws -> Data?

  /// Replaces the content of a file as a whole, or makes the file.
  func save(_ data: Data, to url: URL) throws

  /// Moves a file to a name that is not taken yet: `NAME.corrupt`, else `NAME.corrupt-2` and so on.
  /// - Returns: Where the file is then.
  func setAside(_ url: URL) throws -> URL

  /// The time between two writes of a file, at least; zero if each change is written when it is made. By
  /// default a second.
  var writeInterval: Duration { get }
}

extension FileStorage {
  public var writeInterval: Duration { .seconds(1) }
}

extension FileStorage where Self == FileSystem {
  /// The file system.
  public static var fileSystem: FileSystem { .shared }
}

extension FileStorage where Self == InMemoryFileStorage {
  /// New files in memory.
  public static var inMemory: InMemoryFileStorage { InMemoryFileStorage() }
}

extension DependencyValues {
  /// Where the files of ``SharedKey/fileStorage(_:decoder:encoder:)`` are: the file system; in tests and
  /// previews files in memory, which no other test sees.
  public var defaultFileStorage: any FileStorage {
    get { self[FileStorageDependencyKey.self] }
    set { self[FileStorageDependencyKey.self] = newValue }
  }

  /// What measures ``FileStorage/writeInterval``. Tests of this package set it.
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
  /// The names for a file that is put aside, in order.
  var namesAside: some Sequence<URL> {
    (1...).lazy.map { number in
      appendingPathExtension(number == 1 ? "corrupt" : "corrupt-\(number)")
    }
  }
}
