public import Foundation
import Synchronization

/// A storage that keeps files in memory.
///
/// ```swift
/// let files = InMemoryFileStorage([url: Data("{}".utf8)])
/// let store = TestStore(initialState: Feature.State()) { Feature() } withDependencies: {
///   $0.defaultFileStorage = files
/// }
/// ```
public final class InMemoryFileStorage: FileStorage {
  private let content: Mutex<[URL: Data]>

  /// Creates a storage with the given files.
  ///
  /// - Parameter files: The contents of each file.
  public init(_ files: [URL: Data] = [:]) {
    content = Mutex(Dictionary(files.map { ($0.key.standardizedFileURL, $0.value) }) { $1 })
  }

  /// The contents of all files.
  public var files: [URL: Data] { content.withLock { $0 } }

  /// The minimum time between two writes, which is zero. A test can therefore find each change in its file immediately.
  public var writeInterval: Duration { .zero }

  public func load(from url: URL) -> Data? {
    content.withLock { $0[url.standardizedFileURL] }
  }

  public func save(_ data: Data, to url: URL) {
    content.withLock { $0[url.standardizedFileURL] = data }
  }

  public func setAside(_ url: URL) -> URL {
    content.withLock { files in
      for aside in url.standardizedFileURL.namesAside where files[aside] == nil {
        files[aside] = files.removeValue(forKey: url.standardizedFileURL)
        return aside
      }
      return url
    }
  }
}
