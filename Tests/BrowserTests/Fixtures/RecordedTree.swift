import Foundation

/// The accessibility tree of a state, recorded in a text file.
///
/// With `CAIRN_WRITE_TREES=1` in the environment, the test writes the files instead of comparing them.
struct RecordedTree {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "AccessibilityTrees")
  static let isRecording = ProcessInfo.processInfo.environment["CAIRN_WRITE_TREES"] == "1"

  /// The names of all recorded states.
  static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }
  }

  let name: String

  private var file: URL { Self.folder.appending(path: "\(name).txt") }

  /// The recorded text, or `nil` if the state hasn't been recorded.
  var text: String? { try? String(contentsOf: file, encoding: .utf8) }

  func write(_ text: String) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Removes the files of states that don't exist anymore.
  static func removeAll(except names: Set<String>) throws {
    for name in try Self.names where !names.contains(name) {
      try FileManager.default.removeItem(at: RecordedTree(name: name).file)
    }
  }

  /// Returns the removed and the added lines, each with its number.
  static func difference(from old: String, to new: String) -> [String] {
    let old = old.split(separator: "\n")
    let new = new.split(separator: "\n")
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [String] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if removed.contains(before) {
        lines.append("-\(before + 1): \(old[before])")
        before += 1
      } else if added.contains(after) {
        lines.append("+\(after + 1): \(new[after])")
        after += 1
      } else {
        before += 1
        after += 1
      }
    }
    return lines
  }
}
