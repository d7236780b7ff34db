import CairnCases
import CustomDump

/// The statements of Swift that make a state, called `$0`, what it is after a change.
struct Assignments {
  /// The statements; nil where only the whole state can be assigned.
  let lines: [String]?

  /// - Parameters:
  ///   - difference: How the state has changed, as JSON.
  ///   - state: The state after that.
  init(of difference: JSONDifference, in state: Any) {
    var lines: [String] = []
    var isWhole = true
    for change in difference.changes {
      guard let statements = Self.statements(change, state) else {
        isWhole = false
        break
      }
      // Several parts of what is assigned as a whole are assigned once.
      lines += statements.filter { !lines.contains($0) }
    }
    self.lines = isWhole ? lines : nil
  }

  private static func statements(_ change: JSONDifference.Change, _ state: Any) -> [String]? {
    switch change {
    case .set(let path, _), .remove(let path):
      return Place(path, in: state).assignment.map { [$0] }
    case .splice(let path, let index, let count, let values):
      let place = Place(path, in: state)
      guard place.isWhole, let elements = Place.elements(of: place.value) else {
        return place.assignment.map { [$0] }
      }
      let removals = Array(repeating: "\(place.text).remove(at: \(index))", count: count)
      let insertions = values.indices.map { offset in
        SwiftSource.expression(elements[index + offset]).map {
          "\(place.text).insert(\($0), at: \(index + offset))"
        }
      }
      return insertions.contains(nil)
        ? place.assignment.map { [$0] } : removals + insertions.compactMap(\.self)
    }
  }

  /// A part of a state that a statement can name: the one that is meant, or one around it.
  private struct Place {
    /// As Swift names it.
    private(set) var text = "$0"
    private(set) var value: Any
    /// Whether it is the one that is meant.
    private(set) var isWhole = true

    init(_ path: [JSONDifference.Step], in state: Any) {
      value = state
      for step in path {
        guard let next = step.next(from: value) else {
          isWhole = false
          return
        }
        text += next.text
        value = next.value
      }
    }

    /// Assigns what is there; nil for the state itself, and where Swift has no expression for it.
    var assignment: String? {
      guard text != "$0", let source = SwiftSource.expression(value) else { return nil }
      return "\(text) = \(source)"
    }

    /// The elements of what is an array.
    static func elements(of value: Any) -> [Any]? {
      value is any ElementsSource ? Mirror(reflecting: value).children.map(\.value) : nil
    }
  }
}

extension JSONDifference.Step {
  /// The part of a value that is meant, and how it is named after the value's own name; nil where it can
  /// not be.
  fileprivate func next(from value: Any) -> (text: String, value: Any)? {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      guard let wrapped = mirror.children.first?.value, let next = next(from: wrapped) else {
        return nil
      }
      return ("?" + next.text, next.value)
    }
    switch self {
    case .key(let name):
      // What has another id is another element.
      guard mirror.displayStyle == .struct, name != "id" else { return nil }
      for child in mirror.children {
        if child.label == name { return (".\(name)", child.value) }
        // What has a wrapper is stored under its name or its projection's.
        if child.label == "_\(name)" || child.label == "$\(name)" {
          return (
            ".\(name)",
            (child.value as? any CustomDumpRepresentable)?.customDumpValue ?? child.value
          )
        }
      }
      return nil
    case .index(let index):
      guard let source = value as? any ElementsSource,
        let text = source.subscriptText(at: index)
      else { return nil }
      let elements = mirror.children.map(\.value)
      return elements.indices.contains(index) ? (text, elements[index]) : nil
    }
  }
}

/// What has elements that can be removed and inserted.
private protocol ElementsSource {
  /// The subscript of an element that can be changed.
  func subscriptText(at index: Int) -> String?
}

extension Array: ElementsSource {
  fileprivate func subscriptText(at index: Int) -> String? { "[\(index)]" }
}

extension IdentifiedArray: ElementsSource {
  fileprivate func subscriptText(at index: Int) -> String? {
    indices.contains(index)
      ? ids.dropFirst(index).first.flatMap { SwiftSource.expression($0) }.map { "[id: \($0)]!" }
      : nil
  }
}
