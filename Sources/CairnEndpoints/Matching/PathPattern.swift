import CairnBytes
import CairnScreens

/// The path of an endpoint, which matches paths of requests segment by segment.
package struct PathPattern: Sendable {
  enum Segment: Sendable {
    case literal(String)
    case parameter(String)
    /// One or more segments up to the end of the path.
    case rest(String)
  }

  private(set) var segments: [Segment]
  /// The reason why the path isn't valid, or `nil` if it is.
  private(set) var mistake: String?
  /// The path as it was declared, with its prefix.
  package private(set) var text: String

  init(_ text: String) {
    self.text = text
    segments = text.split(separator: "/").map { part in
      switch part.utf8.first {
      case UInt8(ascii: ":"): .parameter(String(part.dropFirst()))
      case UInt8(ascii: "*"): .rest(String(part.dropFirst()))
      default: .literal(String(part))
      }
    }
    mistake = findMistake()
  }

  /// The names of the parameters, in order.
  var names: [String] {
    segments.compactMap { segment in
      switch segment {
      case .literal: nil
      case .parameter(let name), .rest(let name): name
      }
    }
  }

  func prefixed(by prefix: Location) -> PathPattern {
    guard !prefix.segments.isEmpty else { return self }
    var copy = self
    copy.segments = prefix.segments.map { .literal($0) } + segments
    copy.text = prefix.path + (segments.isEmpty ? "" : text)
    return copy
  }

  private func findMistake() -> String? {
    guard text.utf8.first == UInt8(ascii: "/") else { return "It must begin with a slash." }
    guard !names.contains(where: \.isEmpty) else { return "A parameter has no name." }
    guard Set(names.map { Bytewise($0) }).count == names.count else {
      return "Two parameters have the same name."
    }
    for case .rest(let name) in segments.dropLast() {
      return "'*\(name)' must be the last segment."
    }
    return nil
  }
}
