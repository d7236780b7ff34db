extension Browser {
  /// The parsed page; `nil` before the first is opened.
  public var document: HTMLDocument? { page?.document }

  /// The source of the page as the server sent it.
  public var html: String { page?.response.text ?? "" }

  /// The status of the page's answer; 0 before the first is opened.
  public var status: Int { page?.response.status ?? 0 }

  /// A header of the page's answer.
  public func header(_ name: String) -> String? { page?.response.header(name) }

  /// Path and query of the page, percent-encoded.
  public var location: String { history.current?.address.target ?? "" }

  /// The path of the page without its query, percent-encoded.
  public var path: String { history.current?.address.path ?? "" }

  /// What follows `#` in the page's address.
  public var fragment: String? { history.current?.address.fragment }

  /// The title that the tab shows.
  public var title: String { document?.title ?? "" }

  /// The heading (`h1`) of the top layer.
  public var heading: String { topLayer?.title ?? "" }

  /// What is seen of all layers: a line for each block, white space collapsed.
  public var text: String { document?.body?.visibleText ?? "" }

  /// What is seen of the top layer.
  public var topText: String { topLayer?.text ?? "" }

  /// What the server has to say at the top of the top layer.
  public var notice: String? { topLayer?.node.first(class: "notice")?.visibleText }

  /// The layers of the page, the lowest first.
  public var layers: [Layer] { document?.layers ?? [] }

  /// The layer that can be operated.
  public var topLayer: Layer? { layers.last }

  /// The open dialogs, the lowest first.
  public var dialogs: [Dialog] { layers.compactMap(Dialog.init) }

  /// The names of the top layer's buttons in order, the disabled ones too.
  public var buttons: [String] { topLayer?.node.buttons.map(\.accessibleName) ?? [] }

  /// The names of the top layer's links in order.
  public var links: [String] { topLayer?.node.links.map(\.accessibleName) ?? [] }

  /// What the rows of the top layer's lists show, in order, each on one line.
  public var rows: [String] {
    topLayer?.node.all("li", class: "row").map { $0.visibleText.collapsingWhitespace } ?? []
  }

  /// The fields of the top layer in order.
  public var fields: [Field] {
    guard let page, let topLayer else { return [] }
    return topLayer.node.descendants.filter(\.isField).map(page.field)
  }

  /// The field of the top layer with a label.
  public func field(_ label: String, in scope: BrowserScope? = nil) throws -> Field {
    let page = try entry(at: 0).page
    return page.field(try fieldNode(label, in: scope))
  }

  /// The address that the page wants to be known by, from its `canonical` link.
  public var canonical: String? {
    document?.first("link", where: ["rel": "canonical"])?["href"]
  }

  /// The seconds after which the page asks for itself again without a script, if it does.
  public var refreshDelay: Int? {
    let refresh = document?.all("meta").first { $0["http-equiv"]?.lowercased() == "refresh" }
    return refresh?["content"].flatMap { Int($0.prefix { $0.isNumber }) }
  }

  private var page: LoadedPage? { history.current?.page }
}
