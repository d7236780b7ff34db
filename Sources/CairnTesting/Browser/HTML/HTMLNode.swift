/// An element or a text of a document.
public struct HTMLNode: Sendable {
  /// The page that the node is part of.
  public let document: HTMLDocument

  /// The node's place in document order, its identity within the document.
  let index: Int

  private var record: HTMLDocument.Record { document.records[index] }

  /// The element's name in lower case; empty for a text.
  public var name: String {
    if case .element(let name, _) = record.content { name } else { "" }
  }

  /// Whether the node is an element, not a text.
  public var isElement: Bool {
    if case .element = record.content { true } else { false }
  }

  /// The element's attributes in the order of the source; none for a text.
  public var attributes: [(name: String, value: String)] {
    if case .element(_, let attributes) = record.content { attributes } else { [] }
  }

  /// The value of an attribute; empty for one without a value, `nil` for one that is not there.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name == attribute }?.value
  }

  /// Whether the element has an attribute, with or without a value.
  public func has(_ attribute: String) -> Bool { self[attribute] != nil }

  /// The words of the `class` attribute.
  public var classes: [Substring] {
    self["class"]?.split(whereSeparator: \.isWhitespace) ?? []
  }

  /// Whether the `class` attribute has a word.
  public func hasClass(_ name: String) -> Bool { classes.contains { $0 == name } }

  /// The element that the node is in.
  public var parent: HTMLNode? {
    record.parent.map { HTMLNode(document: document, index: $0) }
  }

  /// The elements around the node, innermost first.
  public var ancestors: some Sequence<HTMLNode> {
    sequence(state: parent) { next -> HTMLNode? in
      defer { next = next?.parent }
      return next
    }
  }

  /// The elements and texts directly in the node.
  public var children: [HTMLNode] {
    var children: [HTMLNode] = []
    var next = index + 1
    while next < record.end {
      children.append(HTMLNode(document: document, index: next))
      next = document.records[next].end
    }
    return children
  }

  /// Everything in the node, in document order.
  public var descendants: some Sequence<HTMLNode> {
    (index + 1..<record.end).lazy.map { HTMLNode(document: document, index: $0) }
  }

  /// The text in the node as it is in the source, entities resolved, white space kept.
  public var text: String {
    document.records[index..<record.end].reduce(into: "") { text, record in
      if case .text(let part) = record.content { text += part }
    }
  }

  /// The elements in the node that have a name, a class and attributes with values; what is not
  /// given is not asked for.
  public func all(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> [HTMLNode] {
    descendants.filter { $0.matches(name, class: className, where: attributes) }
  }

  /// The first of `all(_:class:where:)`.
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
  /// Whether the node, or something around it, is `inert`: it can not be operated.
  public var isInert: Bool { has("inert") || ancestors.contains { $0.has("inert") } }

  /// Whether the control is disabled, by itself or by a `fieldset` around it.
  public var isDisabled: Bool {
    if has("disabled") { return true }
    return ancestors.contains { fieldset in
      guard fieldset.name == "fieldset", fieldset.has("disabled") else { return false }
      // What is in the first legend stays enabled.
      guard let legend = fieldset.children.first(where: { $0.name == "legend" }) else {
        return true
      }
      return !isIn(legend)
    }
  }
}
