import CairnDependencies
import CustomDump
public import Foundation

extension SharedKey {
  /// Returns the key of a value that's stored in a file as JSON.
  ///
  /// ```swift
  /// @Shared(.fileStorage(URL(filePath: "/var/lib/shop/settings.json"))) var settings = Settings()
  /// ```
  ///
  /// The file is read when the value comes into use, and by `load()`. A change is written immediately if the file
  /// wasn't written in the last second. Otherwise, the latest change is written when that second has passed. The file
  /// is therefore written at most once per second. It's also written when the value is no longer used, and when the
  /// process exits. If the process crashes, up to one second of changes is lost. To write the value immediately, call
  /// `save()`.
  ///
  /// Each write creates a new file next to the old one, and then replaces the old one. If a file can't be read or
  /// decoded, Cairn reports an issue, renames the file to `settings.json.corrupt`, and uses the default. If it can't
  /// rename the file, it doesn't write to it.
  ///
  /// In tests, files are stored in memory.
  ///
  /// - Parameters:
  ///   - url: The URL of the file. Missing folders are created.
  ///   - decoder: The decoder that reads the file. The default is a new `JSONDecoder`.
  ///   - encoder: The encoder that writes the file. The default writes sorted keys and line breaks.
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

  /// Returns the key of a value that's stored in a file in a custom format.
  ///
  /// - Parameters:
  ///   - url: The URL of the file. Missing folders are created.
  ///   - decode: Converts the contents of the file to a value.
  ///   - encode: Converts a value to the contents of the file.
  public static func fileStorage<Value>(
    _ url: URL, decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url: url, decode: decode, encode: encode)
  }
}

/// The key of a value that's stored in a file.
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

/// The identity of a file and of the storage that contains it. It doesn't depend on the type of the value.
public struct FileStorageKeyID: Hashable, Sendable {
  let url: URL
  let files: ObjectIdentifier
}

/// An error that's thrown if a file doesn't contain the expected value.
struct UnreadableFile: Error, CustomStringConvertible, CustomDumpStringConvertible {
  let url: URL
  let reason: any Error
  /// The current location of the file, or `nil` if it couldn't be renamed.
  let aside: URL?

  var customDumpDescription: String { description }

  var description: String {
    let outcome =
      aside.map { "It was renamed to '\($0.lastPathComponent)'." }
      ?? "It couldn't be renamed, so the value won't be saved there."
    return "The file '\(url.path)' couldn't be read: \(reason). \(outcome)"
  }
}
