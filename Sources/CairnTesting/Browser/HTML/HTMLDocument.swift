/// A parsed page: elements and texts in document order, as values.
///
/// Parsing is forgiving like a browser's. For what is wrong with the source see
/// `HTMLDocument.problems(in:)`.
public struct HTMLDocument: Sendable {
  enum Content: Sendable {
    case element(name: String, attributes: [(name: String, value: String)])
    case text(String)
  }

  /// Nodes lie in preorder: the descendants of a node are the records from its own up to `end`.
  struct Record: Sendable {
    var content: Content
    var parent: Int?
    var end: Int
  }

  let records: [Record]
  private let indexOfID: [String: Int]

  /// Parses bytes as UTF-8, whatever the source says about its encoding.
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

  /// The `html` element; an empty source has none.
  public var root: HTMLNode? { records.isEmpty ? nil : HTMLNode(document: self, index: 0) }

  /// The `body` element.
  public var body: HTMLNode? { root?.children.first { $0.name == "body" } }

  /// The text of the `title` element, white space collapsed; empty where there is none.
  public var title: String { root?.first("title")?.text.collapsingWhitespace ?? "" }

  /// The first element with an id.
  public func element(id: String) -> HTMLNode? {
    indexOfID[id].map { HTMLNode(document: self, index: $0) }
  }

  /// The elements of the page that match, in document order; see `HTMLNode.all(_:class:where:)`.
  public func all(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> [HTMLNode] {
    guard let root else { return [] }
    let below = root.all(name, class: className, where: attributes)
    return root.matches(name, class: className, where: attributes) ? [root] + below : below
  }

  /// The first element of the page that matches; see `HTMLNode.all(_:class:where:)`.
  public func first(
    _ name: String? = nil, class className: String? = nil, where attributes: [String: String] = [:]
  ) -> HTMLNode? {
    guard let root else { return nil }
    return root.matches(name, class: className, where: attributes)
      ? root : root.first(name, class: className, where: attributes)
  }
}
