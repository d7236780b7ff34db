import CairnTesting
import Foundation
import Testing
import Ways

@testable import Gallery

/// The requests of the page's script and the server's responses.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.requests)) struct PatchFlowTests {
  /// A simulated script that sends the requests of a page.
  private final class Script {
    let browser: Browser
    private let transport: InProcessTransport
    var digest: String
    var token: String
    var number = 0
    var location: String

    /// A patch or another response.
    struct Answer {
      let response: BrowserResponse
      let patch: [String: Any]
      let pieces: [String]

      var to: String { patch["to"] as? String ?? "" }
      var layers: [Any] { patch["layers"] as? [Any] ?? [] }
      var url: String? { patch["url"] as? String }
      /// The number of layers that were sent completely.
      var wholeLayers: Int { layers.count { ($0 as? [String: Any])?["html"] != nil } }
    }

    /// - Parameter other: A script whose session to join, or `nil` for a new session.
    init(
      on site: GallerySite, at location: String, sharingSessionOf other: Script? = nil
    ) async throws {
      transport = site.transport
      browser = other?.browser.newTab() ?? site.browser()
      try await browser.open(location)
      let page = try #require(browser.document)
      let meta = try #require(page.first("meta", where: ["name": "cairn-page"])?["content"])
      digest = String(meta.prefix { $0 != " " })
      token = try #require(page.first("input", where: ["name": "~token"])?["value"])
      self.location = location
    }

    private func send(_ request: BrowserRequest) async throws -> Answer {
      var request = request
      let cookie = browser.cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
      request.headers += [
        ("Cookie", cookie), ("Origin", "http://localhost"), ("Sec-Fetch-Site", "same-origin"),
      ]
      let response = try await transport.send(request)
      let text = String(decoding: response.body, as: UTF8.self)
      let pieces = text.components(separatedBy: "\0")
      let json = try? JSONSerialization.jsonObject(with: Data(pieces[0].utf8))
      return Answer(
        response: response, patch: json as? [String: Any] ?? [:], pieces: Array(pieces.dropFirst())
      )
    }

    private func take(_ answer: Answer) -> Answer {
      guard !answer.patch.isEmpty else { return answer }
      digest = answer.to
      token = answer.patch["token"] as? String ?? token
      location = answer.url ?? location
      return answer
    }

    func body(tap: String, _ fields: [(String, String)] = []) -> String {
      number += 1
      let items = [("~token", token), ("~tap", tap), ("~n", "\(number)")] + fields
      return items.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    /// A form without the token, as sent by a page whose digest the server probably knows.
    func shortBody(tap: String, _ fields: [(String, String)] = []) -> String {
      number += 1
      let items = fields + [("~tap", tap), ("~n", "\(number)")]
      return items.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    }

    func post(_ body: String, digest: String? = nil) async throws -> Answer {
      take(
        try await send(
          BrowserRequest(
            method: "POST", target: location,
            headers: [
              ("Content-Type", "application/x-www-form-urlencoded"),
              ("Cairn-Page", digest ?? self.digest),
            ], body: Array(body.utf8))))
    }

    func get(_ digest: String? = nil) async throws -> Answer {
      take(
        try await send(
          BrowserRequest(target: location, headers: [("Cairn-Page", digest ?? self.digest)])))
    }

    /// The ID of a button or link on the originally loaded page.
    func tap(_ name: String) throws -> String {
      let control = try browser.control(name)
      return try #require(control["value"] ?? control["data-tap"])
    }

    /// The ID of a button or link in markup from a response.
    static func tap(_ name: String, in markup: String) throws -> String {
      let ends = ["button", "a"].map { markup.range(of: "\">\(name)</\($0)>")?.lowerBound }
      let end = try #require(ends.compactMap(\.self).first)
      return String(markup[..<end].suffix(16))
    }
  }

  @Test func `A form is answered with the changed parts of the page`() async throws {
    let site = try GallerySite(of: Item.seed(count: 1000))
    let script = try await Script(on: site, at: "/inventory")
    let answer = try await script.post(script.body(tap: script.tap("Add")))
    #expect(answer.response.status == 200)
    #expect(answer.response.header("Cache-Control") == "no-store")
    #expect(answer.response.header("Content-Type")?.hasPrefix("text/vnd.cairn.patch") == true)
    // The page had no scene, so the server identifies it by its digest.
    #expect(answer.patch["from"] != nil)
    #expect(answer.layers.first as? Int == 0)
    #expect(answer.wholeLayers == 1)
    #expect(answer.response.body.count < 6000)
    #expect(answer.url?.hasPrefix("/inventory/add?~") == true)
    let cancel = try Script.tap("Cancel", in: answer.pieces[0])
    let back = try await script.post(script.body(tap: cancel))
    #expect(back.layers as? [Int] == [0])
    #expect(back.response.body.count < 500)
  }

  @Test func `A page with an unknown digest is sent completely`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    let tap = try script.tap("Add")
    let answer = try await script.post(script.body(tap: tap), digest: "0000000000000000")
    #expect(answer.patch["from"] == nil)
    #expect(answer.wholeLayers == 2)
    // An invalid digest gets the complete page too.
    #expect(try await script.get("nonsense").wholeLayers == 2)
    #expect(try await script.get().layers as? [Int] == [0, 1])
  }

  @Test func `For a row changed by another user, only the change is sent`() async throws {
    let site = try GallerySite(of: Item.seed(count: 1000))
    let script = try await Script(on: site, at: "/inventory")
    // This gives the page a scene, as with a running script.
    _ = try await script.post(script.body(tap: ""))
    var item = Array(site.inventory.items())[500]
    for quantity in 1...4 {
      item.status = .inStock(quantity: quantity)
      try await site.inventory.update(item)
      let answer = try await script.get()
      #expect(answer.layers.count == 1 && answer.pieces.count == 1)
      #expect(answer.pieces.joined().contains("In stock: \(quantity)"))
      // The row's earlier content is known once a patch has contained it, and the token once a patch
      // has sent it.
      guard quantity > 2 else { continue }
      #expect(answer.pieces[0].contains("<template data-run=\"0\"></template>"))
      #expect(answer.patch["token"] == nil && answer.patch["trail"] == nil)
      #expect(answer.response.body.count < 300, "\(answer.response.text)")
    }
  }

  @Test func `The server recognizes the page after a restart`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    let answer = try await script.post(script.body(tap: script.tap("Add")))
    try await site.restart()
    let save = try Script.tap("Save", in: answer.pieces[0])
    let refused = try await script.post(script.body(tap: save))
    #expect(refused.response.status == 200)
    #expect(refused.pieces.joined().contains("error") || refused.layers as? [Int] == [0])
    #expect(refused.to == script.digest)
  }

  @Test func `A repeated form runs once`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/counters")
    let added = try await script.post(script.body(tap: script.tap("Add counter")))
    let plus = try Script.tap("+", in: added.pieces.joined())
    let body = script.body(tap: plus)
    _ = try await script.post(body)
    let again = try await script.post(body)
    // The repeat redirects to the page's current location.
    #expect(again.response.status == 303)
    // A different number is a new tap on the same page.
    _ = try await script.post(script.body(tap: plus))
    try await script.browser.open(script.location)
    #expect(script.browser.text.contains("Sum: 2"))
  }

  @Test func `A page with a known digest doesn't need a token`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/counters")
    let added = try await script.post(script.body(tap: script.tap("Add counter")))
    let plus = try Script.tap("+", in: added.pieces.joined())
    for sum in 1...40 {
      let short = script.shortBody(tap: plus)
      let answer = try await script.post(short)
      #expect(answer.response.status == 200)
      #expect(answer.pieces.joined().contains("\(sum)"))
      #expect(short.utf8.count < 40)
    }
    // The server requests the token of an unknown page.
    let short = script.shortBody(tap: plus)
    let unknown = try await script.post(short, digest: "00000000000000aa")
    #expect(unknown.response.status == 204)
    #expect(unknown.response.body.isEmpty)
    try await script.browser.open(script.location)
    #expect(script.browser.text.contains("Sum: 40"))
  }

  @Test func `A short form without a received response runs once`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/counters")
    let added = try await script.post(script.body(tap: script.tap("Add counter")))
    let plus = try Script.tap("+", in: added.pieces.joined())
    _ = try await script.post(script.body(tap: plus))
    let digest = script.digest
    let short = script.shortBody(tap: plus)
    let whole = "~token=\(script.token)&" + short
    _ = try await script.post(short)
    // The browser didn't get the response and repeats the form, possibly after a restart of the server.
    try await site.restart()
    #expect(try await script.post(short, digest: digest).response.status == 204)
    #expect(try await script.post(whole, digest: digest).response.status == 303)
    try await script.browser.open(script.location)
    #expect(script.browser.text.contains("Sum: 2"))
  }

  @Test func `Going back works for a page of any age`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    let (base, page) = (script.token, script.location)
    let opened = try await script.post(script.body(tap: script.tap("Keyboard")))
    let name = try #require(
      opened.pieces.joined().firstMatch(of: /id="f-[0-9a-f]+" name="(~f\.[^"]+)"/)?.1)
    // Enough typing pauses to displace the first form.
    for number in 0..<520 {
      _ = try await script.post(script.body(tap: "", [(String(name), "Piano\(number)")]))
    }
    _ = page
    let back = try await script.post("~token=\(base)&~n=999")
    #expect(back.response.status == 200)
    #expect(site.names.first?.hasPrefix("Piano") == true)
  }

  @Test func `An idle tab is rejected once while another tab is busy`() async throws {
    let site = try GallerySite()
    let resting = try await Script(on: site, at: "/counters")
    let added = try await resting.post(resting.body(tap: resting.tap("Add counter")))
    let plus = try Script.tap("+", in: added.pieces.joined())
    _ = try await resting.post(resting.body(tap: plus))
    let busy = try await Script(on: site, at: "/counters", sharingSessionOf: resting)
    // Numbers are unique within a session.
    busy.number = 10_000
    let other = try await busy.post(busy.body(tap: busy.tap("Add counter")))
    let its = try Script.tap("+", in: other.pieces.joined())
    // Enough submissions to displace those of the other tab's page.
    for _ in 0..<560 { _ = try await busy.post(busy.body(tap: its)) }
    resting.number = 20_001
    let refused = try await resting.post(resting.body(tap: plus))
    #expect(refused.patch["token"] != nil)
    let done = try await resting.post(resting.body(tap: plus))
    #expect(done.response.status == 200)
    try await resting.browser.open(resting.location)
    #expect(resting.browser.text.contains("Sum: 2"))
  }

  @Test func `A request to go back contains the layer`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    let opened = try await script.post(script.body(tap: script.tap("Keyboard")))
    let layerPath = try #require(opened.patch["trail"] as? String)
    let base = try #require(layerPath.firstMatch(of: /,screen\.([0-9a-f]{16}),pushed\./)?.1)
    let name = try #require(
      opened.pieces.joined().firstMatch(of: /id="f-[0-9a-f]+" name="(~f\.[^"]+)"/)?.1)
    _ = try await script.post(script.body(tap: "", [(String(name), "Piano")]))
    // An unknown layer leads to the top of the page.
    let unknown = try await script.post(script.body(tap: "", [("~back", "0123456789abcdef")]))
    #expect(unknown.url?.hasPrefix("/inventory/items/1?~") == true)
    #expect(site.names.first == "Keyboard")
    let back = try await script.post(script.body(tap: "", [("~back", String(base))]))
    #expect(back.response.status == 200)
    #expect(back.url?.hasPrefix("/inventory?~") == true)
    #expect((back.patch["trail"] as? String)?.hasSuffix(",screen.\(base)") == true)
    #expect(back.patch["token"] != nil)
    #expect(site.names.first == "Piano")
    #expect(site.sceneCount == 1)
  }

  @Test func `Going back from invalid text warns first, and again after an edit`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    let opened = try await script.post(script.body(tap: script.tap("Keyboard")))
    let layerPath = try #require(opened.patch["trail"] as? String)
    let base = try #require(layerPath.firstMatch(of: /,screen\.([0-9a-f]{16}),pushed\./)?.1)
    try await script.browser.open(script.location)
    let quantity = try script.browser.fieldName("Quantity")
    for text in ["many", "several"] {
      _ = try await script.post(script.body(tap: "", [(quantity, text)]))
      let stayed = try await script.post(script.body(tap: "", [("~back", String(base))]))
      #expect(stayed.url?.hasPrefix("/inventory/items/1?~") == true)
      try await script.browser.open(script.location)
      #expect(try script.browser.field("Quantity").value == text)
      let notice = script.browser.notice
      #expect(
        notice
          == "Some of what you typed isn't valid. Correct it, or go back again to leave without saving."
      )
    }
    let left = try await script.post(script.body(tap: "", [("~back", String(base))]))
    #expect(left.url?.hasPrefix("/inventory?~") == true)
    try await script.browser.open(script.location)
    #expect(script.browser.notice == nil)
    #expect(try site.item("Keyboard").status == .inStock(quantity: 100))
  }

  @Test func `The layers of two applications have different IDs`() async throws {
    let site = try GallerySite()
    var layerPaths: [Substring] = []
    for location in ["/", "/inventory", "/menu/stack"] {
      let browser = site.browser()
      try await browser.open(location)
      let page = try #require(browser.document)
      let meta = try #require(page.first("meta", where: ["name": "cairn-page"])?["content"])
      layerPaths.append(meta.split(separator: " ")[1])
    }
    #expect(Set(layerPaths).count == 3)
  }

  @Test func `Going back doesn't lead to a page of another application`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory/items/1")
    script.location = "/menu/stack"
    let back = try await script.post(script.body(tap: "", [("~back", "0123456789abcdef")]))
    #expect(back.response.status == 409)
    #expect(back.pieces.joined().contains("Sign in"))
    #expect(!back.pieces.joined().contains("Keyboard"))
    #expect(site.sceneCount == 0)
  }

  @Test func `A notice about a page isn't shown on the page below`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    let opened = try await script.post(script.body(tap: script.tap("Keyboard")))
    let layerPath = try #require(opened.patch["trail"] as? String)
    let base = try #require(layerPath.firstMatch(of: /,screen\.([0-9a-f]{16}),pushed\./)?.1)
    _ = try await script.post(script.body(tap: "0123456789abcdef"))
    try await script.browser.open(script.location)
    #expect(script.browser.text.contains("That option is no longer available"))
    let back = try await script.post(script.body(tap: "", [("~back", String(base))]))
    #expect((back.patch["trail"] as? String)?.hasSuffix(",screen.\(base)") == true)
    try await script.browser.open(script.location)
    #expect(script.browser.path == "/inventory")
    #expect(!script.browser.text.contains("That option"))
  }

  @Test func `A duplicated tab gets a scene of its own`() async throws {
    let site = try GallerySite()
    let script = try await Script(on: site, at: "/inventory")
    _ = try await script.post(script.body(tap: script.tap("Add")))
    let location = script.location
    let answer = try await script.post(script.body(tap: "", [("~fork", "1")]))
    #expect(answer.url != nil && answer.url != location)
    #expect(answer.url?.hasPrefix("/inventory/add?~") == true)
    #expect(site.sceneCount == 2)
  }

  @Test func `A request without a session has no stream`() async throws {
    let site = try GallerySite()
    let response = try await site.transport.send(BrowserRequest(target: "/~live"))
    #expect(response.status == 404)
  }
}
