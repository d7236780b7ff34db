/// The cases that lead from a store's action enum to an action of a feature, as text.
///
/// The text contains the IDs of elements, and is the same in each process.
enum ActionPath {
  /// Returns the path of an action, such as `path.element[#1].count.saved`.
  static func text(of action: Any) -> String {
    var steps: [String] = []
    var value: Any? = action
    while let current = value {
      let mirror = Mirror(reflecting: current)
      switch mirror.displayStyle {
      case .enum:
        let payload = mirror.children.first
        steps.append(payload?.label ?? String(describing: current))
        value = payload?.value
      case .tuple:
        if let id = mirror.children.first(where: { $0.label == "id" }), !steps.isEmpty {
          steps[steps.count - 1] += "[\(id.value)]"
        }
        value = mirror.children.first { $0.label == "action" }?.value
      default: value = nil
      }
    }
    return steps.joined(separator: ".")
  }
}
