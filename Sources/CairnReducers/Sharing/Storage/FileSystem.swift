public import Foundation

/// A storage that uses the file system.
public final class FileSystem: FileStorage {
  static let shared = FileSystem()

  private init() {}

  public func load(from url: URL) throws -> Data? {
    do {
      return try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  public func save(_ data: Data, to url: URL) throws {
    do {
      try data.write(to: url, options: .atomic)
    } catch CocoaError.fileNoSuchFile, CocoaError.fileReadNoSuchFile {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: url, options: .atomic)
    }
  }

  public func setAside(_ url: URL) throws -> URL {
    for aside in url.namesAside where !FileManager.default.fileExists(atPath: aside.path) {
      try FileManager.default.moveItem(at: url, to: aside)
      return aside
    }
    return url
  }
}
