import CustomDump

/// A value that changed and changed back between two assertions.
struct Flicker: CustomStringConvertible {
  /// The path of the value, such as `form.isLoading`. It's empty for the whole state.
  let path: String
  /// The values, in order.
  let values: [Any]

  var description: String {
    let steps = values.map { value -> String in
      var text = ""
      customDump(value, to: &text, maxDepth: 2)
      return text
    }
    return "\(path.isEmpty ? "The state" : path): \(steps.joined(separator: " → "))"
  }

  /// Returns the smallest parts of states that have changed back to an earlier value.
  /// - Parameter states: The states in order, all of one type.
  static func all(in states: [Any]) -> [Flicker] {
    find(states, at: [])
  }

  private static func find(_ values: [Any], at path: [String]) -> [Flicker] {
    var runs: [Any] = []
    for value in values where runs.last.map({ !areEqual($0, value) }) ?? true { runs.append(value) }
    guard runs.count > 2 else { return [] }
    let parts = parts(of: runs).flatMap { find($0.values, at: path + [$0.name]) }
    guard parts.isEmpty else { return parts }
    let hasComeBack = runs.indices.dropFirst(2).contains { last in
      runs[..<(last - 1)].contains { areEqual($0, runs[last]) }
    }
    return hasComeBack ? [Flicker(path: path.joined(separator: "."), values: runs)] : []
  }

  /// Returns the stored properties of structs, each with its values.
  private static func parts(of values: [Any]) -> [(name: String, values: [Any])] {
    let mirrors = values.map { Mirror(reflecting: $0) }
    guard mirrors.allSatisfy({ $0.displayStyle == .struct }) else { return [] }
    let children = mirrors.map { Array($0.children) }
    guard let first = children.first, children.allSatisfy({ $0.count == first.count }) else {
      return []
    }
    return first.indices.map { index in
      let label = first[index].label ?? "\(index)"
      return (
        name: label.hasPrefix("_") ? String(label.dropFirst()) : label,
        values: children.map { $0[index].value }
      )
    }
  }

  /// Values that can't be compared count as equal, so they aren't reported.
  private static func areEqual(_ one: Any, _ other: Any) -> Bool {
    guard let one = one as? any Equatable else { return true }
    return one.isEqual(to: other)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
