extension AnyContext {
  /// The path from the root model to this model, as text that's the same in each process.
  ///
  /// It consists of the properties and the keys of the children, such as `_counters[7]._form[0]`. The path of the root
  /// is empty.
  final var path: String {
    guard let parent else { return "" }
    let step = "\(edge.name)[\(key)]"
    let outer = parent.path
    return outer.isEmpty ? step : "\(outer).\(step)"
  }
}

/// A search for the property with a box.
struct BoxSearch {
  private static let greatestDepth = 8

  let box: AnyObject

  /// Returns the name of the property of a value that contains the box, or `nil` if there is none.
  func name(in value: Any, depth: Int = 0) -> String? {
    let mirror = Mirror(reflecting: value)
    // An object can refer back to itself.
    guard depth < Self.greatestDepth, mirror.displayStyle != .class else { return nil }
    let children = mirror.children.enumerated().map { index, child in
      (label: child.label ?? "\(index)", value: child.value)
    }
    for child in children where (child.value as? any BoxedState)?.anyBox === box {
      return child.label
    }
    // The states of children have boxes of their own.
    for child in children where !(child.value is any BoxedState) {
      if let name = name(in: child.value, depth: depth + 1) { return "\(child.label).\(name)" }
    }
    return nil
  }
}

/// A property of a state with the state of other models.
protocol BoxedState {
  /// The box with the state.
  var anyBox: AnyObject { get }
}

extension StateModel: BoxedState {
  var anyBox: AnyObject { box }
}
