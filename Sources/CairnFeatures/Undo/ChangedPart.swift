/// Which part of a value differs from another value: the names of its properties, from the outside in.
///
/// A binding to `document.title` writes the whole document. This finds out that it was the title.
package struct ChangedPart: Hashable {
  private var names: [String] = []

  package init(from old: Any, to new: Any) {
    var (old, new) = (old, new)
    while let children = Self.changedChildren(old, new) {
      names += children.compactMap(\.name)
      // Where several differ, the part is all of them.
      guard children.count == 1 else { return }
      (old, new) = (children[0].old, children[0].new)
    }
  }

  /// The value of an optional has no name: it's the same property if there was none.
  private typealias Child = (name: String?, old: Any, new: Any)

  /// The children that differ; nil if the values have none that correspond to each other.
  private static func changedChildren(_ old: Any, _ new: Any) -> [Child]? {
    // Which parts of a number or a date differ says nothing.
    guard !isOfLibrary(old) else { return nil }
    let (old, new) = (Mirror(reflecting: old), Mirror(reflecting: new))
    switch old.displayStyle {
    case .struct, .tuple, .collection, .optional: break
    default: return nil
    }
    guard old.displayStyle == new.displayStyle, old.children.count == new.children.count,
      !old.children.isEmpty
    else { return nil }
    let isOptional = old.displayStyle == .optional
    return zip(old.children, new.children).enumerated().compactMap { index, children in
      let (old, new) = children
      guard !areEqual(old.value, new.value) else { return nil }
      return (isOptional ? nil : old.label ?? "\(index)", old.value, new.value)
    }
  }

  /// Whether a value's type is a struct of the standard library or of Foundation, but no collection.
  private static func isOfLibrary(_ value: Any) -> Bool {
    guard Mirror(reflecting: value).displayStyle == .struct else { return false }
    let name = String(reflecting: type(of: value))
    return name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  }

  private static func areEqual(_ old: Any, _ new: Any) -> Bool {
    func isEqual<Value: Equatable>(_ old: Value) -> Bool { (new as? Value) == old }
    guard let old = old as? any Equatable else { return false }
    return isEqual(old)
  }
}
