import Foundation
import HTTPTypes

extension HTTPProblem {
  /// Creates the problem of a body that can't be decoded from JSON.
  ///
  /// The detail contains the path of the value, and none of the values that the client has sent.
  init(decoding error: any Error, from body: Data) {
    if let problem = error as? HTTPProblem {
      self = problem
      return
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context)?:
      self.init(
        status: .unprocessableContent,
        detail: "“\(Self.text(context.codingPath + [key]))” is missing.")
    case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
      self.init(unexpectedValueAt: context.codingPath)
    // The path can be missing, for example if a number doesn't fit.
    case .dataCorrupted(let context)?
    where !context.codingPath.isEmpty || Self.isJSON(body):
      self.init(unexpectedValueAt: context.codingPath)
    // An error of the type's own initializer.
    case nil where Self.isJSON(body): self.init(unexpectedValueAt: [])
    default: self.init(status: .badRequest, detail: "The body isn't valid JSON.")
    }
  }

  private static func isJSON(_ body: Data) -> Bool {
    (try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)) != nil
  }

  private init(unexpectedValueAt path: [any CodingKey]) {
    self.init(
      status: .unprocessableContent,
      detail: path.isEmpty
        ? "The body doesn't have the expected form." : "“\(Self.text(path))” isn't valid.")
  }

  /// Returns a path such as `rooms[0].name`. The keys of a dictionary are chosen by the client, so the length is
  /// limited.
  private static func text(_ path: [any CodingKey]) -> String {
    let text = path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text.utf8.count <= 200 ? text : String(text.prefix(200)) + "…"
  }
}
