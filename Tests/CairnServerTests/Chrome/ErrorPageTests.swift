import CairnChrome
import CairnTexts
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

  func text(_ status: Int, in texts: Texts = .english, message: String? = nil) -> String {
    String(decoding: page.bytes(status: status, in: texts, message: message), as: UTF8.self)
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

  @Test func `An error page is in the language of its texts`() {
    let message = SystemText.errorMessage(.pageNotFound).string(in: .german)
    #expect(
      text(404, in: Texts(in: .german)) == """
        <link href="/public/a.css?a&amp;b"><title>Seite nicht gefunden</title><b>404</b>
        <p>\(message)</p><a href="/&quot;&lt;">
        """)
  }

  @Test func `Replaced texts and a caller's message are escaped`() {
    let texts = Texts(in: .english) { text, _ in
      text == .errorTitle(.serverFailed) ? "<script>alert('1')</script>" : nil
    }
    let text = text(500, in: texts, message: "\" onload=\u{0}&é🎹")
    #expect(text.contains("<title>&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;</title>"))
    #expect(text.contains("<p>&quot; onload=\u{FFFD}&amp;é🎹</p>"))
  }

  @Test func `Each status has a title and a message of its own`() {
    typealias Kind = SystemText.ErrorKind
    #expect(
      Kind.statuses == [
        400, 403, 404, 405, 411, 413, 414, 415, 421, 431, 500, 501, 503, 505, 507,
      ])
    let kinds = Kind.statuses.map { Kind(status: $0) }
    #expect(Set(kinds).count == kinds.count)
    for language in [Language.english, .german] {
      let messages = Kind.allCases.map { SystemText.errorMessage($0).string(in: language) }
      #expect(Set(messages).count == messages.count)
      #expect(messages.allSatisfy { $0.hasSuffix(".") })
      let titles = Kind.allCases.map { SystemText.errorTitle($0).string(in: language) }
      #expect(titles.allSatisfy { !$0.hasSuffix(".") && !$0.isEmpty })
    }
    #expect(Kind(status: 418) == .requestRejected && Kind(status: 499) == .requestRejected)
    #expect(Kind(status: 599) == .noResponse && Kind(status: 0) == .noResponse)
  }
}
