/// A parsed page, with elements and text in document order.
///
/// The parser is as forgiving as a browser's. To find problems in the source, use `HTMLDocument.problems(in:)`.
public struct HTMLDocument: Sendable {
  enum Content: Sendable {
    case element(name: String, attributes: [(name: String, value: String)])
    case text(String)
  }

  /// An element or a text. Records are in preorder, so a node's descendants are the records after it, up to `end`.
  struct Record: Sendable {
    var content: Content
    var parent: Int?
    var end: Int
  }

  let records: [Record]
  private let indexOfID: [String: Int]

  /// Parses bytes as UTF-8, even if the source declares another encoding.
  public init(utf8 bytes: [UInt8]) {
    let records = HTMLParsing.records(of: bytes)
    var indexOfID: [String: Int] = [:]
    for (index, record) in records.enumerated() {
      if case .element(_, let attributes) = record.content,
        let id = attributes.first(where: { $0.name == "id" })?.value, indexOfID[id] == nil
      {
        indexOfID[id] = index
      }
    }
    self.records = records
    self.indexOfID = indexOfID
  }

  /// Parses a string.
  public init(_ html: String) {
    self.init(utf8: Array(html.utf8))
  }

  /// The `html` element, or `nil` if the source is empty.
  public var root: HTMLNode? { records.isEmpty ? nil : HTMLNode(document: self, index: 0) }

  /// The `body` element.
  public var body: HTMLNode? { root?.children.first { $0.name == "body" } }

  /// The text of the `title` element with collapsed white space, or an empty string if the page has no title.
  public var title: String { root?.first("title")?.text.collapsingWhitespace ?? "" }

  /// Returns the first element with an ID.
  public func element(id: String) -> HTMLNode? {
    indexOfID[id].map { HTMLNode(document: self, index: $0) }
  }

  /// Returns all matching elements of the page in document order. See `HTMLNode.all(_:class:where:)`.
  public func all(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> [HTMLNode] {
    guard let root else { return [] }
    let below = root.all(name, class: className, where: attributes)
    return root.matches(name, class: className, where: attributes) ? [root] + below : below
  }

  /// Returns the first matching element of the page. See `HTMLNode.all(_:class:where:)`.
  public func first(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> HTMLNode? {
    guard let root else { return nil }
    return root.matches(name, class: className, where: attributes)
      ? root : root.first(name, class: className, where: attributes)
  }
}
