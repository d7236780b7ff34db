import CairnChrome
import Testing

@Suite struct ErrorPageTests {
  let page: ErrorPage

  init() throws {
    let template = try Template(
      .error,
      text: """
        <link href="{{stylesheet}}"><title>{{title}}</title><b>{{status}}</b>
        <p>{{message}}</p><a href="{{home}}">
        """,
      file: "error.mustache")
    page = ErrorPage(template: template.pieces, stylesheet: "/public/a.css?a&b", home: "/\"<")
  }

  func text(_ status: Int, title: String? = nil, message: String? = nil) -> String {
    String(decoding: page.bytes(status: status, title: title, message: message), as: UTF8.self)
  }

  @Test func `An error page has a title, the status, and a message`() {
    #expect(
      text(404) == """
        <link href="/public/a.css?a&amp;b"><title>Page not found</title><b>404</b>
        <p>The address may be mistyped, or the page may have been deleted.</p><a href="/&quot;&lt;">
        """)
  }

  @Test(arguments: [nil, "/public/favicon.svg?a&b"])
  func `An error page contains the application's icon if there is one`(mark: String?) throws {
    let template = try Template(
      .error, text: "{{title}}{{message}}[{{mark}}]", file: "error.mustache")
    let page = ErrorPage(template: template.pieces, stylesheet: "", mark: mark)
    let text = String(decoding: page.bytes(status: 404), as: UTF8.self)
    #expect(
      text.hasSuffix(
        mark == nil ? "[]" : #"[<img class="mark" alt="" src="/public/favicon.svg?a&amp;b">]"#))
  }

  @Test func `A caller's texts are escaped`() {
    let text = text(500, title: "<script>alert('1')</script>", message: "\" onload=\u{0}&é🎹")
    #expect(text.contains("<title>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;</title>"))
    #expect(text.contains("<p>&quot; onload=\u{FFFD}&amp;é🎹</p>"))
  }

  @Test func `Each status has a title and a message of its own`() {
    let texts = ErrorText.statuses.map { ErrorText(status: $0) }
    #expect(
      ErrorText.statuses == [
        400, 403, 404, 405, 411, 413, 414, 415, 421, 431, 500, 501, 503, 505, 507,
      ])
    #expect(Set(texts).count == texts.count)
    #expect(texts.allSatisfy { !$0.title.hasSuffix(".") && $0.message.hasSuffix(".") })
    #expect(ErrorText(status: 418) == ErrorText(status: 499))
    #expect(ErrorText(status: 599) == ErrorText(status: 0))
  }
}
