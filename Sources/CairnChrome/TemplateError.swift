/// An error in a template, with its file, the line if it's known, and the solution.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// No folder has a file with this name.
    case notFound(directories: [String])
    /// The file can't be read, or isn't UTF-8.
    case unreadable
    /// The text isn't valid Mustache.
    case syntax(String)
    /// The template doesn't have a slot with this name.
    case unknownSlot(String, known: [String])
    /// A required slot is missing.
    case missingSlot(String)
    /// No public folder has a file with this name.
    case noPublicFile(String)
    /// A tag isn't a slot or a comment, such as a section or a partial.
    case unsupportedTag(String)
  }

  package let file: String
  package let line: Int?
  package let reason: Reason

  package init(file: String, line: Int? = nil, reason: Reason) {
    self.file = file
    self.line = line
    self.reason = reason
  }

  package var description: String {
    let place = line.map { "\(file):\($0)" } ?? file
    return "\(place): \(explanation)"
  }

  private var explanation: String {
    switch reason {
    case .notFound(let directories):
      "the template wasn't found in \(directories.joined(separator: ", "))"
    case .unreadable:
      "the template isn't UTF-8 text"
    case .syntax(let problem):
      "the template isn't valid Mustache: \(problem)"
    case .unknownSlot(let name, let known):
      "this template has no slot '\(name)'. Use one of \(known.joined(separator: ", "))"
    case .missingSlot(let name):
      "the template lacks the required slot {{{\(name)}}}"
    case .noPublicFile(let name):
      "there is no public file '\(name)'. Add it to a folder that you pass with --public"
    case .unsupportedTag(let tag):
      "\(tag) isn't supported. A template can contain only slots {{{name}}}, URLs of public files "
        + "{{{public/name}}}, and comments {{! … }}"
    }
  }
}
