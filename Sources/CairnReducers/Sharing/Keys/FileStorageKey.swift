import CairnDependencies
import CustomDump
public import Foundation

extension SharedKey {
  /// A value that is kept in a file, as JSON.
  ///
  /// ```swift
  /// @Shared(.fileStorage(URL(filePath: "/var/lib/shop/settings.json"))) var settings = Settings()
  /// ```
  /// The file is read once, by the first that uses the value. A change is written at once if the file wasn't
  /// written in the last second; otherwise, the last of the changes is written when the second is over. So the
  /// file is written at most once a second, and also when the value is no longer used and when the process
  /// exits. A process that crashes loses up to a second of changes; `save()` writes now.
  /// Another file is written next to it, and replaces it. A file that can not be read or decoded is reported
  /// as an issue and put aside as `settings.json.corrupt`, and the default is used; where it can not be
  /// put aside, it is not written to. In a test files are in memory.
  /// - Parameters:
  ///   - url: The file. Missing folders are made.
  ///   - decoder: Reads the file.
  ///   - encoder: Writes the file.
  public static func fileStorage<Value: Codable>(
    _ url: URL, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    let decoder = decoder ?? JSONDecoder()
    let encoder =
      encoder
      ?? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return encoder
      }()
    return FileStorageKey(
      url: url, decode: { try decoder.decode(Value.self, from: $0) },
      encode: { try encoder.encode($0) })
  }

  /// A value that is kept in a file, in a format of your own.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// The key of a value that is kept in a file.
public struct FileStorageKey<Value: Sendable>: SharedKey, DeferringKey {
  let url: URL
  private let files: any FileStorage
  private let clock: any Clock<Duration>
  private let decode: @Sendable (Data) throws -> Value
  private let encode: @Sendable (Value) throws -> Data

  init(
    url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) {
    @Dependency(\.defaultFileStorage) var files
    @Dependency(\.fileWriteClock) var clock
    self.url = url.standardizedFileURL
    self.files = files
    self.clock = clock
    self.decode = decode
    self.encode = encode
  }

  public var id: FileStorageKeyID { FileStorageKeyID(url: url, files: ObjectIdentifier(files)) }

  var file: DeferredFile { DeferredFile(id: id, files: files, clock: clock) }

  public func load() throws -> Value? {
    FileWrites.flush(id)
    do {
      return try files.load(from: url).map(decode)
    } catch let reason {
      let aside: URL
      do {
        aside = try files.setAside(url)
      } catch {
        throw UnreadableFile(url: url, reason: reason, aside: nil)
      }
      throw UnreadableFile(url: url, reason: reason, aside: aside)
    }
  }

  public func save(_ value: Value) throws {
    try files.save(encode(value), to: url)
  }
}

/// Names a file, and where files are, whatever type of value is kept there.
public struct FileStorageKeyID: Hashable, Sendable {
  let url: URL
  let files: ObjectIdentifier
}

/// A file that did not hold the value that was expected of it.
struct UnreadableFile: Error, CustomStringConvertible, CustomDumpStringConvertible {
  let url: URL
  let reason: any Error
  /// Where the file is now; nil where it is still in its place.
  let aside: URL?

  var customDumpDescription: String { description }

  var description: String {
    let outcome =
      aside.map { "It was put aside as '\($0.lastPathComponent)'." }
      ?? "It could not be put aside, so the value will not be saved there."
    return "The file '\(url.path)' could not be read: \(reason). \(outcome)"
  }
}
