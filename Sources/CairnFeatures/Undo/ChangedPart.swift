/// The part of a value that differs from another value, as the names of its properties from the outside in.
///
/// A binding to `document.title` writes the whole document. This type finds out that the title has changed.
package struct ChangedPart: Hashable {
  private var names: [String] = []

  package init(from old: Any, to new: Any) {
    var (old, new) = (old, new)
    while let children = Self.changedChildren(old, new) {
      names += children.compactMap(\.name)
      // If several children differ, they form the part together.
      guard children.count == 1 else { return }
      (old, new) = (children[0].old, children[0].new)
    }
  }

  /// The value of an optional has no name, because it's the same property as a missing value.
  private typealias Child = (name: String?, old: Any, new: Any)

  /// Returns the children that differ, or `nil` if the values have no corresponding children.
  private static func changedChildren(_ old: Any, _ new: Any) -> [Child]? {
    // The parts of a number or a date aren't meaningful properties.
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

  /// Returns whether a value's type is a struct of the standard library or of Foundation, but not a collection.
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
