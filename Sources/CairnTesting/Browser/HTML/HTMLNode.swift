/// An element or a text of a document.
public struct HTMLNode: Sendable {
  /// The document that contains the node.
  public let document: HTMLDocument

  /// The node's position in document order, which identifies it within the document.
  let index: Int

  private var record: HTMLDocument.Record { document.records[index] }

  /// The element's name in lowercase, or an empty string if the node is a text.
  public var name: String {
    if case .element(let name, _) = record.content { name } else { "" }
  }

  /// Whether the node is an element and not a text.
  public var isElement: Bool {
    if case .element = record.content { true } else { false }
  }

  /// The element's attributes in the order of the source. A text has no attributes.
  public var attributes: [(name: String, value: String)] {
    if case .element(_, let attributes) = record.content { attributes } else { [] }
  }

  /// Returns the value of an attribute.
  ///
  /// The value is empty if the attribute has no value, and `nil` if the element doesn't have the attribute.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  /// Whether the element has an attribute, with or without a value.
  public func has(_ attribute: String) -> Bool { self[attribute] != nil }

  /// The class names in the `class` attribute.
  public var classes: [Substring] {
    self["class"]?.split(whereSeparator: \.isWhitespace) ?? []
  }

  /// Whether the `class` attribute contains a class name.
  public func hasClass(_ name: String) -> Bool { classes.contains { $0 == name } }

  /// The element that contains the node.
  public var parent: HTMLNode? {
    record.parent.map { HTMLNode(document: document, index: $0) }
  }

  /// The elements that contain the node, innermost first.
  public var ancestors: some Sequence<HTMLNode> {
    sequence(state: parent) { next -> HTMLNode? in
      defer { next = next?.parent }
      return next
    }
  }

  /// The direct children of the node, both elements and texts.
  public var children: [HTMLNode] {
    var children: [HTMLNode] = []
    var next = index + 1
    while next < record.end {
      children.append(HTMLNode(document: document, index: next))
      next = document.records[next].end
    }
    return children
  }

  /// All elements and texts within the node, in document order.
  public var descendants: some Sequence<HTMLNode> {
    (index + 1..<record.end).lazy.map { HTMLNode(document: document, index: $0) }
  }

  /// The text in the node, with resolved entities and the white space of the source.
  public var text: String {
    document.records[index..<record.end].reduce(into: "") { text, record in
      if case .text(let part) = record.content { text += part }
    }
  }

  /// Returns the elements within the node that match all given conditions.
  ///
  /// - Parameters:
  ///   - name: The name of the element, or `nil` for any name.
  ///   - className: A class name that the element must have, or `nil` for any classes.
  ///   - attributes: Attributes that the element must have, with their values.
  public func all(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> [HTMLNode] {
    descendants.filter { $0.matches(name, class: className, where: attributes) }
  }

  /// Returns the first element within the node that matches all given conditions.
  ///
  /// See `all(_:class:where:)`.
  public func first(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> HTMLNode? {
    descendants.first { $0.matches(name, class: className, where: attributes) }
  }

  func matches(_ name: String?, class className: String?, where attributes: [String: String])
    -> Bool
  {
    guard case .element(let own, _) = record.content else { return false }
    if let name, name != own { return false }
    if let className, !hasClass(className) { return false }
    return attributes.allSatisfy { self[$0.key] == $0.value }
  }

  func isIn(_ other: HTMLNode) -> Bool {
    other.index <= index && index < other.record.end
  }
}

extension HTMLNode {
  /// Whether the node can't be used because it or one of its ancestors is `inert`.
  public var isInert: Bool { has("inert") || ancestors.contains { $0.has("inert") } }

  /// Whether the control or a `fieldset` around it is disabled.
  public var isDisabled: Bool {
    if has("disabled") { return true }
    return ancestors.contains { fieldset in
      guard fieldset.name == "fieldset", fieldset.has("disabled") else { return false }
      // Controls in the first legend stay enabled.
      guard let legend = fieldset.children.first(where: { $0.name == "legend" }) else {
        return true
      }
      return !isIn(legend)
    }
  }
}
