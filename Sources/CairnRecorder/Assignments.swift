import CairnCases
import CustomDump

/// Swift statements that change a state, called `$0`, as recorded.
///
/// The statements assign properties of the state and elements of their arrays. A value doesn't reveal whether
/// anything nested more deeply can be assigned.
struct Assignments {
  /// The statements, or `nil` if only the whole state can be assigned.
  let lines: [String]?

  /// - Parameters:
  ///   - difference: The change of the state, as JSON.
  ///   - state: The state after the change.
  init(of difference: JSONDifference, in state: Any) {
    var lines: [String] = []
    // An element with a new ID is a different element, so the whole array is assigned.
    let renamed = Set(difference.changes.compactMap { $0.identifiedProperty(in: state) })
    for change in difference.changes {
      guard case .key(let name)? = change.path.first, let property = Property(name, of: state),
        let statements = renamed.contains(name)
          ? property.assignment.map({ [$0] }) : property.statements(for: change)
      else {
        self.lines = nil
        return
      }
      // If a property is assigned as a whole, several changes to it need only one statement.
      lines += statements.filter { !lines.contains($0) || !$0.contains(" = ") }
    }
    self.lines = lines
  }

  /// A property of a state.
  private struct Property {
    let text: String
    let value: Any

    init?(_ name: String, of state: Any) {
      let mirror = Mirror(reflecting: state)
      // The stored property of a wrapped property has the prefix `_` or `$`.
      guard mirror.displayStyle == .struct, name != "id",
        let child = mirror.children.first(where: {
          ["", "_", "$"].contains($0.label?.marks(of: name))
        })
      else { return nil }
      text = "$0.\(name)"
      let isWrapped = child.label != name
      value =
        (isWrapped ? (child.value as? any CustomDumpRepresentable)?.customDumpValue : nil)
        ?? child.value
    }

    /// A statement that assigns the whole property, or `nil` if its value can't be written as an expression.
    var assignment: String? { SwiftSource.expression(value).map { "\(text) = \($0)" } }

    func statements(for change: JSONDifference.Change) -> [String]? {
      guard let source = value as? any ElementsSource else { return assignment.map { [$0] } }
      let elements = Mirror(reflecting: value).children.map(\.value)
      switch change {
      case .splice(let path, let index, let count, let values) where path.count == 1:
        guard index + values.count <= elements.count else { return assignment.map { [$0] } }
        let removals = Array(repeating: "\(text).remove(at: \(index))", count: count)
        let insertions = values.indices.map { offset in
          SwiftSource.expression(elements[index + offset]).map {
            "\(text).insert(\($0), at: \(index + offset))"
          }
        }
        guard !insertions.contains(nil) else { return assignment.map { [$0] } }
        return removals + insertions.compactMap(\.self)
      case .set(let path, _), .remove(let path), .splice(let path, _, _, _):
        guard path.count > 1, case .index(let index) = path[1], elements.indices.contains(index),
          let part = source.subscriptText(at: index),
          let element = SwiftSource.expression(elements[index])
        else { return assignment.map { [$0] } }
        return ["\(text)\(part) = \(element)"]
      }
    }
  }
}

extension JSONDifference.Change {
  fileprivate var path: [JSONDifference.Step] {
    switch self {
    case .set(let path, _), .remove(let path), .splice(let path, _, _, _): path
    }
  }

  /// Returns the name of a property if the change gives one of its elements another ID.
  fileprivate func identifiedProperty(in state: Any) -> String? {
    guard path.count == 3, case .key(let name) = path[0], case .index = path[1],
      path[2] == .key("id")
    else { return nil }
    return name
  }
}

extension String {
  /// Returns the prefix of a stored property's name, or `nil` if the name doesn't end with `name`.
  fileprivate func marks(of name: String) -> String? {
    hasSuffix(name) ? String(dropLast(name.count)) : nil
  }
}

/// A collection whose elements can be removed and inserted.
private protocol ElementsSource {
  /// Returns the subscript for assigning an element, or `nil` if it can't be written.
  func subscriptText(at index: Int) -> String?
}

extension Array: ElementsSource {
  fileprivate func subscriptText(at index: Int) -> String? { "[\(index)]" }
}

extension IdentifiedArray: ElementsSource {
  fileprivate func subscriptText(at index: Int) -> String? {
    ids.dropFirst(index).first.flatMap { SwiftSource.expression($0) }.map { "[id: \($0)]!" }
  }
}
