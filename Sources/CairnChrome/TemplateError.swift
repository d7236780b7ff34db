/// What is wrong with a template: the file, the line where it is known, and the cure.
package struct TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    /// No directory has a file of this name.
    case notFound(directories: [String])
    /// The file can not be read, or is not UTF-8.
    case unreadable
    /// Mustache does not understand it.
    case syntax(String)
    /// It names a slot that this template does not have.
    case unknownSlot(String, known: [String])
    /// It lacks a slot without which the page would not work.
    case missingSlot(String)
    /// It has a section, a partial or another tag that is more than a slot or a comment.
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
      "the template is in none of \(directories.joined(separator: ", "))"
    case .unreadable:
      "the template can not be read as UTF-8 text"
    case .syntax(let problem):
      "the template is not Mustache: \(problem)"
    case .unknownSlot(let name, let known):
      "there is no slot '\(name)' in this template; its slots are \(known.joined(separator: ", "))"
    case .missingSlot(let name):
      "the template lacks the slot {{{\(name)}}}, without which the page would not work"
    case .unsupportedTag(let tag):
      "\(tag) is not supported: the template is written once for all pages, so it can have "
        + "slots {{{name}}} and comments {{! … }} only"
    }
  }
}
