import CairnTesting
import Testing

struct BrowserHistoryTests {
  private let form = """
    <h1>Form</h1><form method="post" action="/form"><label>Name <input name="n" value="old"></label>
      <a href="/next">Next</a><a href="#end">End</a><a href="/form">Again</a>
      <button>Save</button></form>
    """

  private func site() -> StaticSite {
    let form = form
    return StaticSite([
      "GET /form": { _ in .page(form) },
      "POST /form": { _ in .redirect(to: "/form") },
      "GET /next": { _ in .page("<h1>Next</h1>") },
      "GET /secret": { _ in
        .page("<h1>Secret</h1><a href=/next>Next</a>", headers: [("Cache-Control", "no-store")])
      },
    ])
  }

  @Test func `Going back shows the stored page with the typed text`() async throws {
    let site = site()
    let browser = Browser(site)
    try await browser.open("/form")
    try browser.fill("Name", with: "new")
    try await browser.click("Next")
    #expect(browser.heading == "Next")
    try await browser.back()

    #expect(try browser.field("Name").value == "new")
    #expect(site.requests.count == 2)
    try await browser.forward()
    #expect(browser.heading == "Next")
    #expect(site.requests.count == 2)
  }

  @Test func `Going back can request the page again`() async throws {
    let site = site()
    let browser = Browser(site)
    try await browser.open("/form")
    try browser.fill("Name", with: "new")
    try await browser.click("Next")
    try await browser.back(.requesting)

    #expect(try browser.field("Name").value == "old")
    #expect(site.requests.map(\.target) == ["/form", "/next", "/form"])
    #expect(browser.historyLocations == ["/form", "/next"])
  }

  @Test func `Going back requests pages that aren't stored`() async throws {
    let site = site()
    let browser = Browser(site)
    try await browser.open("/secret")
    try await browser.click("Next")
    try await browser.back()
    #expect(site.requests.map(\.target) == ["/secret", "/next", "/secret"])
  }

  @Test func `A POST to its own page adds a history entry, and a link doesn't`() async throws {
    let browser = Browser(site())
    try await browser.open("/form")
    try await browser.click("Again")
    #expect(browser.historyLocations == ["/form"])
    try await browser.click("Save")
    #expect(browser.historyLocations == ["/form", "/form"])
  }

  @Test func `A navigation removes forward entries`() async throws {
    let browser = Browser(site())
    try await browser.open("/form")
    try await browser.open("/next")
    try await browser.back()
    try await browser.open("/secret")
    #expect(browser.historyLocations == ["/form", "/secret"])
    let error = await #expect(throws: BrowserError.self) { try await browser.forward() }
    #expect(error?.reason == .noPage)
  }

  @Test func `A fragment stays on the page`() async throws {
    let site = site()
    let browser = Browser(site)
    try await browser.open("/form")
    try browser.fill("Name", with: "new")
    try await browser.click("End")

    #expect(browser.fragment == "end")
    #expect(try browser.field("Name").value == "new")
    #expect(site.requests.count == 1)
    try await browser.back()
    #expect(browser.fragment == nil)
  }

  @Test func `Reloading repeats the request with the same referrer`() async throws {
    let site = site()
    let browser = Browser(site)
    try await browser.open("/form")
    try await browser.click("Next")
    try await browser.reload()

    #expect(
      site.requests.map { $0.header("Referer") } == [
        nil, "http://localhost/form", "http://localhost/form",
      ])
    #expect(browser.historyLocations == ["/form", "/next"])
  }

  @Test func `Tabs share cookies but not history`() async throws {
    let site = StaticSite([
      "GET /": { _ in
        .page("<a href=/x>X</a>", headers: [("Set-Cookie", "id=1; Path=/; HttpOnly")])
      },
      "GET /x": { _ in .page("<h1>X</h1>") },
    ])
    let browser = Browser(site)
    try await browser.open("/")
    let tab = try await browser.clickIntoNewTab("X")
    #expect(tab.heading == "X")
    #expect(browser.location == "/")
    #expect(site.requests[1].header("Cookie") == "id=1")
    #expect(site.requests[1].header("Referer") == "http://localhost/")
    let copy = try await browser.duplicateTab()
    #expect(copy.location == "/")
    try await Browser(site).open("/")
    #expect(site.requests.last?.header("Cookie") == nil)
  }

  @Test(arguments: [301, 302, 303])
  func `Redirects of a POST are requested with GET`(status: Int) async throws {
    let site = StaticSite([
      "GET /": { _ in .page("<form method=post action=/p><button>Go</button></form>") },
      "POST /p": { _ in .redirect(status, to: "../q?a=1") },
      "GET /q?a=1": { _ in .page("<h1>Q</h1>") },
    ])
    let browser = Browser(site)
    try await browser.open("/")
    try await browser.click("Go")
    #expect(browser.heading == "Q")
  }

  @Test(arguments: [307, 308])
  func `Redirects can keep the POST`(status: Int) async throws {
    let site = StaticSite([
      "GET /": { _ in
        .page("<form method=post action=/p><button name=a value=1>Go</button></form>")
      },
      "POST /p": { _ in .redirect(status, to: "/q") },
      "POST /q": { _ in .page("<h1>Q</h1>") },
    ])
    let browser = Browser(site)
    try await browser.open("/")
    try await browser.click("Go")
    #expect(browser.heading == "Q")
    #expect(site.requests.last?.bodyText == "a=1")
    try await browser.reload()
    #expect(site.requests.last?.method == "POST")
  }

  @Test func `Endless redirects fail`() async throws {
    let site = StaticSite(["GET /": { _ in .redirect(to: "/") }])
    let error = await #expect(throws: BrowserError.self) { try await Browser(site).open("/") }
    #expect(error?.reason == .tooManyRedirects)
    #expect(site.requests.count == 11)
  }

  @Test(arguments: [
    "https://elsewhere.example/", "//elsewhere.example/x", "mailto:a@b.example",
    "http://localhost.evil.example/", "javascript:alert(1)",
  ])
  func `A browser stays in its origin`(address: String) async throws {
    let browser = Browser(StaticSite(pages: ["/": "<a href=\"\(address)\">Out</a>"]))
    try await browser.open("/")
    let error = await #expect(throws: BrowserError.self) { try await browser.click("Out") }
    #expect(error?.reason == .foreignAddress)
  }

  @Test(arguments: [
    ("/a", "/a"), ("d", "/b/d"), ("./d/", "/b/d/"), ("../d?x=1#y", "/d?x=1"), ("?x", "/b/c?x"),
    ("", "/b/c?q=1"), ("http://localhost/z", "/z"), ("/a/../../b/.", "/b/"),
    ("/é \"<>", "/%C3%A9%20%22%3C%3E"),
  ])
  func `Relative references are resolved`(reference: String, target: String) async throws {
    let site = StaticSite(pages: ["/b/c?q=1": "<h1>C</h1>"])
    let browser = Browser(site)
    try await browser.open("/b/c?q=1")
    try await browser.open(reference)
    #expect(site.requests.last?.target == target)
  }
}
