/// An attribute of an element.
public struct ElementAttribute {
  @usableFromInline let name: StaticString
  @usableFromInline let value: String?

  /// Returns an attribute with the element's classes, separated by spaces.
  public static func `class`(_ names: String) -> ElementAttribute {
    ElementAttribute(name: "class", value: names)
  }

  /// Returns an attribute with the element's ID.
  public static func id(_ id: String) -> ElementAttribute {
    ElementAttribute(name: "id", value: id)
  }

  /// Returns an attribute with the URL of a link.
  public static func href(_ url: String) -> ElementAttribute {
    ElementAttribute(name: "href", value: url)
  }

  /// Returns an attribute with any name and value.
  public static func attribute(_ name: StaticString, _ value: String) -> ElementAttribute {
    ElementAttribute(name: name, value: value)
  }

  /// Returns an attribute without a value.
  public static func attribute(_ name: StaticString) -> ElementAttribute {
    ElementAttribute(name: name, value: nil)
  }
}
