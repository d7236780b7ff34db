extension Browser {
  /// Opens an address as if the user had typed it or opened a bookmark, and follows redirects.
  ///
  /// - Parameter address: A path with an optional query and fragment.
  public nonisolated(nonsending) func open(_ address: String) async throws {
    try await open(address, initiator: .user)
  }

  /// Follows a link from a page of another site, and follows redirects.
  ///
  /// - Parameters:
  ///   - address: A path with an optional query and fragment.
  ///   - site: The origin of the other site, such as `https://elsewhere.example`.
  public nonisolated(nonsending) func open(_ address: String, fromSite site: String) async throws {
    try await open(address, initiator: .otherSite(site))
  }

  /// Submits a form from a page of another site, as in an attempt at cross-site request forgery.
  ///
  /// - Parameters:
  ///   - address: A path with an optional query and fragment.
  ///   - fields: The names and values to submit, in order.
  ///   - site: The origin of the other site, such as `https://elsewhere.example`.
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

  /// Sends a request with this browser's cookies, and returns the response without showing it.
  ///
  /// The browser doesn't follow redirects and doesn't change its history. It stores the cookies of the response.
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
    request.awaitsEffects = waitsForEffects
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

  /// Shows the page of a navigation as a new entry of the history.
  ///
  /// As in browsers, a GET of the address that is already shown replaces the current entry.
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

  /// Requests a page and follows up to ten redirects.
  ///
  /// - Returns: The loaded page, or `nil` if the response tells the browser to keep its page (204 or 205).
  nonisolated(nonsending) func load(
    _ first: Navigation, isReload: Bool
  ) async throws -> BrowserHistory.Entry? {
    var navigation = first
    exchanges = []
    while exchanges.count <= 10 {
      let cookies = jar.header(
        path: navigation.address.path, fromOtherSite: first.isFromOtherSite,
        method: navigation.method)
      var request = navigation.request(
        origin: origin, cookies: cookies, userAgent: userAgent, isReload: isReload)
      request.awaitsEffects = waitsForEffects
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
    let requests = exchanges.map { "\($0.request.method) \($0.request.target)" }
    throw BrowserError(
      .tooManyRedirects, "more than 10 redirects: " + requests.joined(separator: ", "))
  }
}
