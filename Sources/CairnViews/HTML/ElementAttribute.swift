/// An attribute of an element.
public struct ElementAttribute {
  @usableFromInline let name: StaticString
  @usableFromInline let value: String?

  /// The element's classes, separated by spaces.
  public static func `class`(_ names: String) -> ElementAttribute {
    ElementAttribute(name: "class", value: names)
  }

  /// The element's id.
  public static func id(_ id: String) -> ElementAttribute {
    ElementAttribute(name: "id", value: id)
  }

  /// Where a link leads.
  public static func href(_ url: String) -> ElementAttribute {
    ElementAttribute(name: "href", value: url)
  }

  /// Any attribute with a value.
  public static func attribute(_ name: StaticString, _ value: String) -> ElementAttribute {
    ElementAttribute(name: name, value: value)
  }

  /// An attribute that has no value.
  public static func attribute(_ name: StaticString) -> ElementAttribute {
    ElementAttribute(name: name, value: nil)
  }
}
