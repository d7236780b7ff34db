import CairnServer

/// A server of another site, whose pages contain a form for a URL in their query.
enum OtherSite {
  /// The page with the form `/form?target=…&name=…&value=…`.
  static let form = Endpoint(.get, "/form") { request in
    let target = try request.query("target")
    return page(to: target, [(try request.query("name"), try request.query("value"))])
  }

  /// Returns a page with a form for another site. The values aren't escaped.
  static func page(to target: String, _ fields: [(name: String, value: String)]) -> EndpointResponse
  {
    let inputs = fields.map { #"<input type="hidden" name="\#($0.name)" value="\#($0.value)">"# }
    return .html(
      """
      <!doctype html><title>Other site</title>
      <form method="post" action="\(target)">\(inputs.joined())<button>Continue</button></form>
      """
    )
    // The policy of pages only allows forms for their own site.
    .header(.contentSecurityPolicy, "default-src 'none'")
  }
}
