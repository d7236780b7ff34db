import CairnTesting
import Testing

struct BrowserOperatingTests {
  private func open(_ page: String) async throws -> (Browser, StaticSite) {
    let site = StaticSite([
      "GET /": { _ in .page(page) },
      "POST /inventory?~k3": { _ in .redirect(to: "/done") },
      "POST /inventory/add?~k3": { _ in .redirect(to: "/done") },
      "GET /done": { _ in .page("<h1>Done</h1>") },
    ])
    let browser = Browser(site)
    try await browser.open("/")
    return (browser, site)
  }

  @Test func `Clicking posts the button and follows the redirect`() async throws {
    let (browser, site) = try await open(ContractPages.screen)
    try await browser.click("Add")

    #expect(browser.heading == "Done")
    #expect(browser.location == "/done")
    #expect(site.requests.map(\.method) == ["GET", "POST", "GET"])
    #expect(site.requests[1].bodyText == "%7Etap=00000000000000a1&%7Etoken=t0")
    #expect(browser.exchanges.map(\.response.status) == [303, 200])
  }

  @Test func `Requests have the headers that browsers send`() async throws {
    let (browser, site) = try await open(ContractPages.screen)
    try await browser.click("Add")

    let headers = ["Sec-Fetch-Site", "Referer", "Origin", "Content-Type"]
    #expect(headers.map { site.requests[0].header($0) } == ["none", nil, nil, nil])
    #expect(
      headers.map { site.requests[1].header($0) } == [
        "same-origin", "http://localhost/", "http://localhost",
        "application/x-www-form-urlencoded",
      ])
    #expect(
      headers.map { site.requests[2].header($0) } == [
        "same-origin", "http://localhost/", nil, nil,
      ])
  }

  @Test func `Clicks in a row`() async throws {
    let (browser, site) = try await open(ContractPages.screen)
    try await browser.click("Delete", in: .row("Mouse"))
    #expect(site.requests[1].bodyText.contains("b2"))

    try await browser.back()
    try await browser.click("Delete", in: .row("pad"))
    #expect(site.requests[3].bodyText.contains("c2"))
  }

  @Test func `Clicks in a group`() async throws {
    let (browser, site) = try await open(ContractPages.sheet)
    try await browser.click("Increment", in: .group("Quantity"))
    #expect(site.requests[1].bodyText.contains("%7Etap=00000000000000f2"))
  }

  @Test func `Rejects ambiguous names`() async throws {
    let (browser, _) = try await open(ContractPages.screen)
    let error = await #expect(throws: BrowserError.self) { try await browser.click("Delete") }
    #expect(error?.reason == .ambiguous)
    #expect(error?.description.contains("2 matches for the button or link “Delete”") == true)
  }

  @Test func `A failure lists the available elements`() async throws {
    let (browser, _) = try await open(ContractPages.sheet)
    let error = await #expect(throws: BrowserError.self) { try await browser.click("Sav") }
    #expect(
      error?.description == """
        no button or link named “Sav” in the top layer “Add item” of /; available: Save, Cancel, \
        Decrement, Increment
        """)
    let field = #expect(throws: BrowserError.self) { try browser.fill("Nam", with: "") }
    #expect(field?.description.hasSuffix("Name, Notes, In stock, Color, Serial") == true)
  }

  @Test func `Rejects elements of covered layers`() async throws {
    let (browser, site) = try await open(ContractPages.sheet)
    let error = await #expect(throws: BrowserError.self) { try await browser.click("Add") }
    #expect(error?.reason == .inert)
    #expect(
      error?.description.hasSuffix("the covered layer “Inventory” has one") == true)
    #expect(site.requests.count == 1)
  }

  @Test func `Rejects disabled elements`() async throws {
    let (browser, _) = try await open(ContractPages.screen)
    let error = await #expect(throws: BrowserError.self) { try await browser.click("Sold") }
    #expect(error?.reason == .disabled)

    let (form, _) = try await open(ContractPages.sheet)
    let field = #expect(throws: BrowserError.self) { try form.fill("Serial", with: "1") }
    #expect(field?.reason == .disabled)
  }

  @Test func `Rejects clicks before the first page`() async throws {
    let browser = Browser(StaticSite([:]))
    let error = await #expect(throws: BrowserError.self) { try await browser.click("Add") }
    #expect(error?.reason == .noPage)
  }

  @Test func `Submits fields in document order`() async throws {
    let (browser, site) = try await open(ContractPages.sheet)
    try browser.fill("Name", with: "A\r\nB é&=+ \"*-._~\u{0}")
    try browser.fill("Notes", with: "\none\r\ntwo\rthree")
    try browser.set("In stock", to: false)
    try browser.choose("Color", "Red")
    #expect(
      browser.fields.map(\.value).prefix(4) == [
        "AB é&=+ \"*-._~\u{0}", "\none\ntwo\nthree", "off", "Red",
      ])
    try await browser.click("Save")

    #expect(
      site.requests[1].bodyText.split(separator: "&") == [
        "%7Etap=00000000000000e1",
        "%7Ef.1.c=AB+%C3%A9%26%3D%2B+%22*-._%7E%00",
        "%7Ef.2.c=%0D%0Aone%0D%0Atwo%0D%0Athree",
        "%7Ef.3.c=0",
        "%7Ef.4.c=r",
        "%7Etoken=t1",
      ])
  }

  @Test func `Submits the values of the page if nothing was typed`() async throws {
    let (browser, site) = try await open(ContractPages.sheet)
    try await browser.submit()

    #expect(
      site.requests[1].bodyText.split(separator: "&") == [
        "%7Etap=00000000000000d1",
        "%7Ef.1.c=Key%26board",
        "%7Ef.2.c=%3Cone%3E%0D%0Atwo",
        "%7Ef.3.c=0",
        "%7Ef.3.c=1",
        "%7Ef.4.c=n",
        "%7Etoken=t1",
      ])
  }

  @Test func `Clicks the backdrop`() async throws {
    let (browser, site) = try await open(ContractPages.sheet)
    try await browser.clickBackdrop()
    #expect(site.requests[1].bodyText.hasPrefix("%7Etap=00000000000000d2&"))

    let (alert, _) = try await open(ContractPages.alert)
    await #expect(throws: BrowserError.self) { try await alert.clickBackdrop() }
  }

  @Test func `Rejects an unknown option`() async throws {
    let (browser, _) = try await open(ContractPages.sheet)
    let error = #expect(throws: BrowserError.self) { try browser.choose("Color", "Pink") }
    #expect(error?.description.hasSuffix("options: None, Red") == true)
  }

  @Test func `A name can be written with spaces instead of no-break spaces`() async throws {
    let (browser, site) = try await open(
      """
      <h1>Monday\u{A0}23</h1><p>From 9:00\u{202F}AM</p>
      <form method="post" action="/inventory?~k3"><label>Ends\u{2009}at
      <select name="end"><option>9:30\u{202F}AM<option>10:00\u{202F}AM</select></label>
      <button>Book 9:00\u{202F}AM</button></form>
      """)
    #expect(browser.text.contains("From 9:00 AM"))
    try browser.choose("Ends at", "10:00 AM")
    try await browser.click("Book 9:00 AM")
    // The value is the text of the option as it is.
    #expect(site.requests[1].bodyText == "end=10%3A00%E2%80%AFAM")
  }

  @Test func `Submits multipart forms`() async throws {
    let (browser, site) = try await open(
      """
      <form method="post" action="/up" enctype="multipart/form-data">
        <label>Text <textarea name="t">a
      b</textarea></label><input type="file" name="f"><button>Send</button></form>
      """)
    try await browser.click("Send")

    let type = try #require(site.requests[1].header("Content-Type"))
    let boundary = try #require(type.split(separator: "boundary=").last)
    #expect(
      site.requests[1].bodyText
        == [
          "--\(boundary)", "Content-Disposition: form-data; name=\"t\"", "", "a", "b",
          "--\(boundary)", "Content-Disposition: form-data; name=\"f\"; filename=\"\"",
          "Content-Type: application/octet-stream", "", "", "--\(boundary)--", "",
        ].joined(separator: "\r\n"))
  }

  @Test func `Puts the entries of a GET form in the query`() async throws {
    let (browser, site) = try await open(
      """
      <form action="/find?old=1"><label>Find <input name="q"></label>
        <button formaction="/seek">Seek</button></form>
      """)
    try browser.fill("Find", with: "a b")
    try await browser.click("Seek")
    #expect(site.requests[1].target == "/seek?q=a+b")
  }

  @Test func `Selects radio buttons in their group`() async throws {
    let (browser, site) = try await open(
      """
      <form method="post" action="/r"><label><input type="radio" name="r" value="1" checked> One
        </label><label><input type="radio" name="r" value="2"> Two</label><button>Go</button></form>
      """)
    try browser.set("Two", to: true)
    #expect(browser.fields.map(\.isOn) == [false, true])
    try await browser.click("Go")
    #expect(site.requests[1].bodyText == "r=2")
  }
}
