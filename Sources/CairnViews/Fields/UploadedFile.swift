public import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A file that a user has chosen in a ``FileField``, in a temporary place: it is removed when the last copy of this
/// value is gone.
///
/// No state outlives the process with a file in it, so it can not be encoded. An effect takes it to where it is to stay,
/// and the state has what became of it:
///
/// ```swift
/// case .photoChosen(let file):
///   return .run { [id = state.id] send in
///     try file.move(to: photos.appending(path: "\(id)"))
///     await send(.photoKept)
///   }
/// ```
///
/// Who has sent it decides what ``name`` and ``contentType`` are. Neither is to be believed, and the name is to be shown,
/// not to be used as one in a folder.
public struct UploadedFile: Sendable, Hashable {
  /// What the file is called, without folders and control characters: 1 to 255 bytes.
  public let name: String
  /// What the file is claimed to be, such as `image/png`; empty where nothing was said.
  public let contentType: String
  /// In bytes.
  public let size: Int
  /// Where the file is, as long as somebody has a copy of this value and has not moved it.
  public let url: URL
  private let owner: any AnyObject & Sendable

  /// - Parameter owner: What removes the file when nobody has it any more.
  package init(
    name: String, contentType: String, size: Int, path: String, owner: any AnyObject & Sendable
  ) {
    self.name = Self.shown(name)
    self.contentType = contentType
    self.size = size
    url = URL(filePath: path)
    self.owner = owner
  }

  /// A file with contents of its own, for tests and previews.
  public init(name: String, contentType: String = "", contents: Data) throws {
    let file = TemporaryFile()
    try contents.write(to: URL(filePath: file.path), options: .withoutOverwriting)
    self.init(
      name: name, contentType: contentType, size: contents.count, path: file.path, owner: file)
  }

  /// What is in the file.
  public func contents() throws -> Data {
    try withExtendedLifetime(owner) { try Data(contentsOf: url) }
  }

  /// Takes the file to where it stays. A file that is there is replaced in one step, so that there always is one of
  /// the two, whole. Other copies of this value have no file any more.
  ///
  /// It may be read by the server's user alone, as long as nobody changes that.
  ///
  /// - Throws: Where there is no such folder, no room or no permission; then nothing has changed.
  public func move(to destination: URL) throws {
    try withExtendedLifetime(owner) {
      if rename(url.path, destination.path) == 0 { return }
      // Mostly the folder is on another disk.
      let beside = destination.deletingLastPathComponent()
        .appending(path: ".cairn-upload-\(UUID().uuidString)")
      do {
        try FileManager.default.copyItem(at: url, to: beside)
        guard rename(beside.path, destination.path) == 0 else {
          throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: destination.path])
        }
      } catch {
        try? FileManager.default.removeItem(at: beside)
        throw error
      }
    }
  }

  /// Values are the same where their file is.
  public static func == (one: Self, other: Self) -> Bool { one.url == other.url }

  public func hash(into hasher: inout Hasher) { hasher.combine(url) }

  private static func shown(_ name: String) -> String {
    let last = name.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let start = last.map { name.utf8.index(after: $0) } ?? name.startIndex
    var shown = ""
    for scalar in name.unicodeScalars[start...] {
      // Some of the latter turn the text around that follows.
      guard
        ![.control, .format, .lineSeparator, .paragraphSeparator]
          .contains(scalar.properties.generalCategory)
      else { continue }
      guard shown.utf8.count + UTF8.width(scalar) <= 255 else { break }
      shown.unicodeScalars.append(scalar)
    }
    return ["", ".", ".."].contains(shown) ? "file" : shown
  }
}

extension UploadedFile: CustomReflectable {
  /// Where it is for the moment tells nobody anything.
  public var customMirror: Mirror {
    Mirror(self, children: ["name": name, "contentType": contentType, "size": size])
  }
}

/// A path for a file, which is removed when nobody has it any more.
private final class TemporaryFile: Sendable {
  let path = FileManager.default.temporaryDirectory
    .appending(path: "cairn-upload-\(UUID().uuidString)").path

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
