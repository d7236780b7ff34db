/// An error in a Swift source file, or of reading it.
package struct SwiftSourceError: Error, Hashable, CustomStringConvertible {
  /// The path of the file or folder.
  let file: String
  /// The line of the error, starting with 1, or `nil` if the file can't be read.
  var line: Int?
  /// A sentence about the error.
  let reason: String

  /// The file, the line, and the reason.
  package var description: String { "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)" }
}
