import Cairn
import Testing

@testable import Gallery
@testable import WebDriver

/// Checks every state of the samples with axe-core, in light and dark mode and with forced colors.
@Suite("Browser: axe-core")
struct AccessibilityTests {
  /// A path, the buttons that lead to the state (each with its row, if any), and the text to type
  /// first.
  struct State: Sendable, CustomStringConvertible {
    var path: String
    var steps: [(name: String, row: String?)] = []
    var typed: [String: String] = [:]

    var description: String {
      ([path] + steps.map(\.name)).joined(separator: " → ")
    }
  }

  private static let states = [
    State(path: "/"),
    State(path: "/nothing"),
    State(path: "/inventory"),
    State(path: "/inventory/add"),
    State(path: "/inventory/add", steps: [("Save", nil)], typed: ["Quantity": "abc"]),
    State(path: "/inventory/items/1"),
    State(path: "/inventory/items/99"),
    State(path: "/inventory/items/2/duplicate"),
    State(path: "/inventory", steps: [("Delete", "Mouse")]),
    State(path: "/inventory", steps: [("More", "Mouse")]),
    State(path: "/inventory/import"),
    State(path: "/inventory/stocktake"),
    State(path: "/inventory/stocktake/1"),
    State(
      path: "/inventory/stocktake/1",
      steps: [("Next", nil), ("Next", nil), ("Next", nil), ("Next", nil)],
      typed: ["Counted": "7"]),
    State(path: "/counters"),
    State(path: "/counters", steps: [("Add counter", nil), ("Increment counter 1", nil)]),
    State(
      path: "/inventory/stocktake/1", steps: [("Next", nil), ("Cancel", nil)]),
    State(path: "/counters", steps: [("Add counter", nil), ("Fact", nil)]),
    State(
      path: "/counters",
      steps: [("Add counter", nil), ("Decrement counter 1", nil), ("Fact", nil)]),
    State(path: "/members"),
    State(path: "/members", steps: [("Sign in", nil)]),
    State(path: "/members/sign-up", steps: [("Sign up", nil)], typed: ["Email": "ada"]),
    State(path: "/members/forgot", steps: [("Send a link", nil)], typed: ["Email": "a@b.example"]),
    State(path: "/members/reset/" + String(repeating: "0", count: 64)),
    State(path: "/menu/tree"),
    State(path: "/menu/stack"),
    State(path: "/menu/tree/sign-in", steps: [("Sign in", nil)], typed: ["Email": "ada"]),
    State(path: "/menu/tree/sign-in", steps: [("Sign in", nil)], typed: ["Email": "a@b.example"]),
    State(path: "/menu/stack/sign-up"),
    State(
      path: "/menu/stack/sign-up", steps: [("Sign up", nil)],
      typed: ["Name": "Ada", "Email": "ada@example.com"]),
    State(path: "/trains"),
    State(path: "/trains/home/detail?id=1"),
    State(path: "/trains/home/detail/capacity?id=1"),
    State(path: "/trains/home/station/Oslo"),
    State(path: "/trains/home/station/Oslo", steps: [("Arrivals", nil)]),
    State(path: "/trains", steps: [("Shortcuts", nil)]),
    State(
      path: "/trains",
      steps: [("Shortcuts", nil), ("trains://detail?id=0/settings?style=push", nil)]),
    State(
      path: "/trains",
      steps: [
        ("Shortcuts", nil), ("trains://detail?id=0/settings?style=push", nil), ("Lock", nil),
      ]),
    // The browser keeps the language, so these states are last.
    State(path: "/members", steps: [("Deutsch", nil), ("Anmelden", nil)]),
    State(path: "/members/forgot", steps: [("Link senden", nil)]),
    State(path: "/members", steps: [("العربية", nil), ("تسجيل الدخول", nil)]),
    State(path: "/members/forgot", steps: [("إرسال رابط", nil)]),
    State(
      path: "/members/sign-up", steps: [("إنشاء حساب", nil)],
      typed: [
        "البريد الإلكتروني": "ada@example.com", "كلمة المرور": "difference engine no. 2",
      ]),
    State(path: "/members", steps: [("تسجيل الخروج من كل مكان", nil)]),
    State(path: "/members/password"),
  ]

  /// States that depend on other users, or that need more than buttons.
  private static let occasions: [(String, @Sendable (Chromium, Site) async throws -> Void)] = [
    (
      "conflicting changes",
      { chromium, site in
        try await chromium.open("/inventory/items/1", of: site)
        try await chromium.fill("Name", with: "Piano")
        try await site.database.update(
          Item(id: 1, name: "Organ", status: .inStock(quantity: 1)))
        try await chromium.click("Save")
      }
    ),
    (
      "an open form of a deleted item",
      { chromium, site in
        try await chromium.open("/inventory/items/2", of: site)
        try await chromium.fill("Name", with: "Screen")
        try await chromium.settle()
        try await site.database.delete(2)
        try await chromium.waitFor("the message") {
          try await chromium.text.contains("Someone else has deleted this item.")
        }
      }
    ),
    (
      "an alert about a deleted item",
      { chromium, site in
        try await chromium.open("/inventory/items/3", of: site)
        try await chromium.fill("Name", with: "Rat")
        try await chromium.settle()
        try await site.database.delete(3)
        try await chromium.click("Save")
      }
    ),
    (
      "a timer",
      { chromium, site in
        try await chromium.open("/inventory/add", of: site)
        try await chromium.set("Timer", to: true)
        try await chromium.settle()
      }
    ),
    (
      "a warning before leaving",
      { chromium, site in
        try await chromium.open("/inventory/add", of: site)
        try await chromium.fill("Quantity", with: "abc")
        try await chromium.click("Cancel")
      }
    ),
    (
      "counts to continue",
      { chromium, site in
        try await chromium.open("/inventory/stocktake/1", of: site)
        try await chromium.fill("Counted", with: "7")
        try await chromium.settle()
        try await chromium.open("/inventory/stocktake", of: site)
      }
    ),
    (
      "an empty list",
      { chromium, site in
        for item in site.database.items { try await site.database.delete(item.id) }
        try await chromium.open("/inventory", of: site)
      }
    ),
    (
      "no server",
      { chromium, site in
        try await chromium.open("/inventory/add", of: site)
        try await chromium.settle()
        try await chromium.evaluate("(() => { document.documentElement.dataset.offline = '' })()")
      }
    ),
  ]

  @Test func `The states of the samples follow all rules`() async throws {
    // Use one browser for all states, because starting it takes longer than checking a page.
    try await Site.visit { chromium, site in
      for state in Self.states {
        try await chromium.open(state.path, of: site)
        for (label, text) in state.typed { try await chromium.fill(label, with: text) }
        for (name, row) in state.steps { try await chromium.click(name, row: row) }
        try await expectGood(state.description, in: chromium)
      }
    }
  }

  @Test func `A list is readable in forced colors`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.devTools(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "forced-colors", "value": "active"]]])
      try await chromium.open("/inventory", of: site)
      // The space around a row's name is a border, which would cover the line below.
      let border = try await chromium.style("border-bottom-color", of: ".row-button")
      #expect(try await chromium.style("background-color", of: "ul.list") == border)
      #expect(try await chromium.style("color", of: ".row-button + .text") != border)
    }
  }

  @Test func `A Back button has a name that describes what it does`() async throws {
    try await Site.visit { chromium, site in
      for (path, name) in [("/inventory", "Gallery"), ("/inventory/items/1", "Inventory")] {
        try await chromium.open(path, of: site)
        let control = try await chromium.control(name)
        let label = try await chromium.command("GET", control.path + "/computedlabel")
        #expect(label.string == "Back to \(name)")
      }
    }
  }

  @Test func `A notice and an error are announced as sentences`() async throws {
    try await Site.visit { chromium, site in
      try await chromium.open("/inventory/items/1", of: site)
      try await chromium.settle()
      try await chromium.evaluate(
        """
        window.heard = []
        new MutationObserver(() => {
          const text = [...document.querySelectorAll(".announcer")].at(-1)?.textContent
          if (text && text !== heard.at(-1)) heard.push(text)
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
        """)
      try await chromium.fill("Quantity", with: "zz")
      try await chromium.click("Inventory")
      // If typing is slow, the error is announced before the button is clicked, and otherwise with the notice.
      let heard = try #require(try await chromium.evaluate("heard.join(' ')").string)
      #expect(heard.contains("“zz” isn't a whole number."))
      #expect(heard.contains("leave without saving."))
      #expect(!heard.contains(".."))
    }
  }

  @Test func `States that depend on other users follow all rules`() async throws {
    try await Site.visit(clock: TestClock()) { chromium, site in
      for (name, lead) in Self.occasions {
        try await lead(chromium, site)
        try await expectGood(name, in: chromium)
        // Leave without a confirmation.
        try await chromium.evaluate("(() => { window.onbeforeunload = null })()")
      }
    }
  }

  @Test func `The states follow all rules on a phone`() async throws {
    try await Site.visit(.init(width: 390)) { chromium, site in
      for path in [
        "/", "/inventory", "/inventory/add", "/inventory/items/1", "/inventory/items/2/duplicate",
        "/inventory/stocktake/1", "/counters", "/menu/stack/sign-up", "/trains",
      ] {
        try await chromium.open(path, of: site)
        try await expectGood("\(path) on a phone", in: chromium)
      }
    }
  }

  @Test(arguments: MemberNames.all)
  func `A form that covers a page follows all rules`(names: MemberNames) async throws {
    // The password must always be confirmed.
    var times = SignInTimes()
    times.confirmation = .zero
    try await Site.visit(times: times) { chromium, site in
      try await chromium.open("/members", of: site)
      if names.tag != "en" { try await chromium.click(names.language) }
      try await chromium.open("/members/sign-up", of: site)
      try await chromium.fill(names.email, with: "ada@example.com")
      try await chromium.fill(names.password, with: "difference engine no. 2")
      try await chromium.click(names.signUp)
      try await chromium.click(names.changePassword)
      try await expectGood("confirmation, \(names.tag)", in: chromium)
      try await chromium.click(names.continueButton)
      try await expectGood("confirmation with a problem, \(names.tag)", in: chromium)
    }
  }

  private func expectGood(
    _ state: String, in chromium: Chromium, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let violations = try await chromium.violations()
    #expect(violations == [], "\(state)", sourceLocation: sourceLocation)
    let problems = try await chromium.nameProblems()
    #expect(problems == [], "\(state)", sourceLocation: sourceLocation)
  }

  @Test func `Controls with a missing or repeated name are found`() async throws {
    try await Chromium.run { chromium in
      try await chromium.open(
        "data:text/html,<main><div role=group aria-label=A><input aria-label=A></div><nav></nav>"
          + "<button>B</button><ul><li><button>B</button><li><button>B</button><button>B</button></ul>"
      )
      #expect(
        try await chromium.nameProblems().sorted() == [
          "a navigation has no name", "another button is called “B”",
          "another textbox is called “A”",
        ])
    }
  }
}
