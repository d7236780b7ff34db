extension Browser {
  /// Opens an address as one that is typed or bookmarked, and follows redirects.
  ///
  /// The address is a path, with a query and a fragment or without.
  public nonisolated(nonsending) func open(_ address: String) async throws {
    try await open(address, initiator: .user)
  }

  /// Follows a link to an address that a page of another site has, such as
  /// `https://elsewhere.example`.
  public nonisolated(nonsending) func open(_ address: String, fromSite site: String) async throws {
    try await open(address, initiator: .otherSite(site))
  }

  /// Submits a form that a page of another site shows, as a forger would.
  public nonisolated(nonsending) func post(
    _ address: String, fields: [(String, String)], fromSite site: String
  ) async throws {
    let submission = FormSubmission(
      method: "POST", action: "", encoding: .urlencoded,
      entries: fields.map { ($0.0, .text($0.1)) })
    let body = submission.encodedBody
    try await navigate(
      Navigation(
        address: try WebAddress.resolve(address, against: base, origin: origin), method: "POST",
        body: body.bytes, contentType: body.contentType, initiator: .otherSite(site)))
  }

  /// Sends a request with the cookies of this browser and shows nothing: no redirect is followed,
  /// no history written. Cookies of the answer are kept.
  public nonisolated(nonsending) func send(_ request: BrowserRequest) async throws
    -> BrowserResponse
  {
    var request = request
    let path = String(request.target.prefix { $0 != "?" })
    if request.header("Cookie") == nil,
      let cookies = jar.header(path: path, fromOtherSite: false, method: request.method)
    {
      request.headers.append(("Cookie", cookies))
    }
    let response = try await transport.send(request)
    jar.store(response, requestPath: path)
    return response
  }

  private nonisolated(nonsending) func open(
    _ address: String, initiator: Navigation.Initiator
  ) async throws {
    let address = try WebAddress.resolve(address, against: base, origin: origin)
    try await navigate(Navigation(address: address, initiator: initiator))
  }

  var base: WebAddress { history.current?.address ?? WebAddress(path: "/") }

  /// Shows what a navigation leads to, as a new entry of the history; in the place of the shown
  /// one where a GET leads to the address that is shown already, as browsers do.
  nonisolated(nonsending) func navigate(_ navigation: Navigation) async throws {
    if let current = history.current, navigation.method == "GET",
      navigation.address.fragment != nil, navigation.address.target == current.address.target
    {
      var entry = current
      entry.address = navigation.address
      if entry.address == current.address { return }
      return history.push(entry)
    }
    guard let entry = try await load(navigation, isReload: false) else { return }
    if navigation.method == "GET", navigation.address == history.current?.address {
      history.replace(with: entry)
    } else {
      history.push(entry)
    }
  }

  /// Asks for a page and follows up to ten redirects; `nil` where the answer is to stay (204).
  nonisolated(nonsending) func load(
    _ first: Navigation, isReload: Bool
  ) async throws -> BrowserHistory.Entry? {
    var navigation = first
    exchanges = []
    while exchanges.count <= 10 {
      let cookies = jar.header(
        path: navigation.address.path, fromOtherSite: first.isFromOtherSite,
        method: navigation.method)
      let request = navigation.request(origin: origin, cookies: cookies, isReload: isReload)
      let response = try await transport.send(request)
      exchanges.append(BrowserExchange(request: request, response: response))
      jar.store(response, requestPath: navigation.address.path)
      if let next = try navigation.redirected(by: response, origin: origin) {
        navigation = next
        continue
      }
      if response.status == 204 || response.status == 205 { return nil }
      return BrowserHistory.Entry(
        address: navigation.address, navigation: navigation, page: LoadedPage(response))
    }
    let trail = exchanges.map { "\($0.request.method) \($0.request.target)" }
    throw BrowserError(
      .tooManyRedirects, "more than 10 redirects: " + trail.joined(separator: ", "))
  }
}
