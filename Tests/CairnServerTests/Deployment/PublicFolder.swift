import Foundation

/// A temporary folder with public files.
final class PublicFolder {
  let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

  init(_ files: [String: String]) throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: url.appending(path: name)) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path }
}
