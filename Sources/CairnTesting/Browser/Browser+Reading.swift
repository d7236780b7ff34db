extension Browser {
  /// The parsed page, or `nil` before the first page is opened.
  public var document: HTMLDocument? { page?.document }

  /// The source of the page as the server sent it, or an empty string before the first page is opened.
  public var html: String { page?.response.text ?? "" }

  /// The HTTP status of the page, or 0 before the first page is opened.
  public var status: Int { page?.response.status ?? 0 }

  /// Returns the value of a response header of the page.
  public func header(_ name: String) -> String? { page?.response.header(name) }

  /// The path and query of the page, percent-encoded.
  public var location: String { history.current?.address.target ?? "" }

  /// The path of the page without its query, percent-encoded.
  public var path: String { history.current?.address.path ?? "" }

  /// The part of the page's address after `#`.
  public var fragment: String? { history.current?.address.fragment }

  /// The title that the tab shows.
  public var title: String { document?.title ?? "" }

  /// The heading (`h1`) of the top layer.
  public var heading: String { topLayer?.title ?? "" }

  /// The visible text of all layers, with one line per block and collapsed white space.
  public var text: String { document?.body?.visibleText ?? "" }

  /// The visible text of the top layer.
  public var topText: String { topLayer?.text ?? "" }

  /// The server's message at the top of the top layer.
  public var notice: String? { topLayer?.node.first(class: "notice")?.visibleText }

  /// The layers of the page, lowest first.
  public var layers: [Layer] { document?.layers ?? [] }

  /// The top layer, the only one that the user can use.
  public var topLayer: Layer? { layers.last }

  /// The open dialogs, lowest first.
  public var dialogs: [Dialog] { layers.compactMap(Dialog.init) }

  /// The names of the top layer's buttons in order, including disabled ones.
  public var buttons: [String] { topLayer?.node.buttons.map(\.accessibleName) ?? [] }

  /// The names of the top layer's links in order.
  public var links: [String] { topLayer?.node.links.map(\.accessibleName) ?? [] }

  /// The visible text of each row in the top layer's lists, in order. Each row is one line.
  public var rows: [String] {
    topLayer?.node.all("li", class: "row").map { $0.visibleText.collapsingWhitespace } ?? []
  }

  /// The fields of the top layer in order.
  public var fields: [Field] {
    guard let page, let topLayer else { return [] }
    return topLayer.node.descendants.filter(\.isField).map(page.field)
  }

  /// Returns the field with a label in the top layer.
  public func field(_ label: String, in scope: BrowserScope? = nil) throws -> Field {
    let page = try entry(at: 0).page
    return page.field(try fieldNode(label, in: scope))
  }

  /// The canonical address of the page, from its `canonical` link.
  public var canonical: String? {
    document?.first("link", where: ["rel": "canonical"])?["href"]
  }

  /// The number of seconds after which the page reloads without a script, or `nil` if it doesn't reload.
  public var refreshDelay: Int? {
    let refresh = document?.all("meta").first { $0["http-equiv"]?.lowercased() == "refresh" }
    return refresh?["content"].flatMap { Int($0.prefix { $0.isNumber }) }
  }

  private var page: LoadedPage? { history.current?.page }
}
