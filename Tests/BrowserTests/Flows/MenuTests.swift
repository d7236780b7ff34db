import Testing

@testable import Gallery
@testable import WebDriver

@Suite("Browser: the menu as a tree and as a stack")
struct MenuTests {
  /// One of the two samples, with their differences.
  struct Menu: CustomTestStringConvertible, Sendable {
    let name: String
    /// The target of the confirmation's Done button, relative to the path.
    let afterDone: String
    let headingAfterDone: String

    var path: String { "/menu/\(name)" }
    var link: String { "Menu as a \(name)" }
    var testDescription: String { name }

    static let all = [
      Menu(name: "tree", afterDone: "/sign-up", headingAfterDone: "Sign up"),
      Menu(name: "stack", afterDone: "", headingAfterDone: "Menu"),
    ]
  }

  @Test(arguments: Menu.all, withAndWithoutScripts)
  func `A user can sign up from the gallery and return`(menu: Menu, javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open("/", of: site)
      try await chromium.click(menu.link)
      #expect(try await chromium.path == menu.path)
      #expect(try await chromium.title == "Menu")
      try await chromium.click("Sign up")
      #expect(try await chromium.path == menu.path + "/sign-up")
      #expect(try await chromium.title == "Sign up – Menu")
      try await chromium.fill("Name", with: "Ada")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.click("Sign up")
      #expect(try await chromium.title == "Confirmation – Menu")
      #expect(try await chromium.path == menu.path + "/sign-up/confirmation")
      #expect(try await chromium.text.contains("Welcome, Ada!"))
      try await chromium.reload()
      #expect(try await chromium.text.contains("Welcome, Ada!"))
      try await chromium.click("Done")
      #expect(try await chromium.path == menu.path + menu.afterDone)
      #expect(try await chromium.heading == menu.headingAfterDone)
      if try await chromium.hasControl("Menu") { try await chromium.click("Menu") }
      #expect(try await chromium.heading == "Menu")
      try await chromium.click("Gallery")
      #expect(try await chromium.path == "/")
    }
  }

  @Test(arguments: Menu.all, withAndWithoutScripts)
  func `Typed text is restored after Back and Forward`(
    menu: Menu, javaScript: Bool
  ) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open(menu.path, of: site)
      try await chromium.click("Sign up")
      try await chromium.fill("Name", with: "Ada")
      try await chromium.fill("Email", with: "ada@example.com")
      if javaScript { try await chromium.settle() }
      try await chromium.back()
      #expect(try await chromium.heading == "Menu")
      try await chromium.forward()
      #expect(try await chromium.value(of: "Name") == "Ada")
      #expect(try await chromium.value(of: "Email") == "ada@example.com")
      try await chromium.click("Sign up")
      #expect(try await chromium.text.contains("Welcome, Ada!"))
    }
  }

  @Test(arguments: Menu.all, withAndWithoutScripts)
  func `The sign-in screen dismisses itself`(menu: Menu, javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open(menu.path + "/sign-in", of: site)
      #expect(try await chromium.heading == "Sign in")
      try await chromium.fill("Email", with: "ada")
      try await chromium.pressEnter(in: "Email")
      #expect(try await chromium.path == menu.path + "/sign-in")
      #expect(
        try await chromium.problem(of: "Email")
          == "Enter an email address, such as ada@example.com.")
      #expect(try await chromium.value(of: "Email") == "ada")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.pressEnter(in: "Email")
      #expect(try await chromium.path == menu.path)
      #expect(try await chromium.text.contains("Signed in as ada@example.com."))
      try await chromium.click("Sign in")
      try await chromium.click("Cancel")
      #expect(try await chromium.path == menu.path)
    }
  }

  @Test(arguments: Menu.all, withAndWithoutScripts)
  func `A blank name shows an error below the field`(menu: Menu, javaScript: Bool) async throws {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open(menu.path + "/sign-up", of: site)
      try await chromium.fill("Name", with: "  ")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.click("Sign up")
      #expect(try await chromium.path == menu.path + "/sign-up")
      #expect(try await chromium.problem(of: "Name") == "Enter your name.")
      #expect(try await chromium.problem(of: "Email") == nil)
      #expect(try await chromium.value(of: "Email") == "ada@example.com")
    }
  }

  @Test(arguments: Menu.all, withAndWithoutScripts)
  func `The browser's Back and Forward buttons lead to usable pages`(menu: Menu, javaScript: Bool)
    async throws
  {
    try await Site.visit(.init(javaScript: javaScript)) { chromium, site in
      try await chromium.open(menu.path, of: site)
      try await chromium.click("Sign up")
      try await chromium.fill("Name", with: "Ada")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.pressEnter(in: "Email")
      #expect(try await chromium.heading == "Confirmation")
      try await chromium.back()
      #expect(try await chromium.heading == "Sign up")
      #expect(try await chromium.value(of: "Name") == "Ada")
      try await chromium.forward()
      #expect(try await chromium.heading == "Confirmation")
      try await chromium.back()
      try await chromium.fill("Name", with: "Grace")
      try await chromium.pressEnter(in: "Name")
      #expect(try await chromium.text.contains("Welcome, Grace!"))
      try await chromium.back()
      try await chromium.back()
      #expect(try await chromium.heading == "Menu")
      // The page that Back shows still works.
      try await chromium.click("Sign in")
      #expect(try await chromium.path == menu.path + "/sign-in")
      // The bar's Back button leads there too.
      try await chromium.click("Menu")
      #expect(try await chromium.path == menu.path)
    }
  }

  @Test(arguments: Menu.all)
  func `An unknown location opens the nearest screen`(menu: Menu) async throws {
    try await Site.visit { chromium, site in
      for (asked, heading) in [
        ("/confirmation", "Menu"), ("/sign-in/sign-up", "Sign in"), ("/sign-up/x", "Sign up"),
        ("/sign-up/confirmation/x", "Confirmation"),
      ] {
        try await chromium.open(menu.path + asked, of: site)
        #expect(try await chromium.heading == heading)
        #expect(try await chromium.text.contains("Here's the closest match."))
      }
    }
  }

  @Test func `The link to the gallery is at the position of Back on other screens`() async throws {
    try await Site.visit { chromium, site in
      for path in ["/menu/tree", "/menu/stack", "/inventory"] {
        try await chromium.open(path, of: site)
        let link = try await chromium.box(".back")
        let title = try await chromium.box("h1")
        try await chromium.click(path == "/inventory" ? "Keyboard" : "Sign in")
        let back = try await chromium.box(".back")
        #expect(link.x == back.x && link.y == back.y && link.height == back.height)
        #expect(try await chromium.box("h1").y == title.y)
      }
    }
  }

  @Test(arguments: Menu.all, Window.all.filter { $0.width > 320 })
  func `Every screen fits, is readable, and is easy to touch`(menu: Menu, window: Window)
    async throws
  {
    let options = Chromium.Options(
      javaScript: false, width: window.width, height: window.height, isDark: window.isDark,
      isTouch: window.isTouch)
    try await Site.visit(options) { chromium, site in
      @Sendable func look(at name: String) async throws {
        try await chromium.screenshot("menu-\(menu.name)-\(name)-\(window.testDescription)")
        #expect(try await chromium.overflow == [], "\(name)")
        #expect(try await chromium.faintTexts == [], "\(name)")
        if window.isTouch { #expect(try await chromium.smallTargets == [], "\(name)") }
      }
      try await chromium.open(menu.path, of: site)
      try await look(at: "menu")
      try await chromium.click("Sign in")
      try await look(at: "sign-in")
      try await chromium.click("Sign in")
      try await look(at: "sign-in-problem")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.click("Sign in")
      try await look(at: "signed-in")
      try await chromium.click("Sign up")
      try await look(at: "sign-up")
      try await chromium.fill("Name", with: " ")
      try await chromium.click("Sign up")
      try await look(at: "sign-up-problems")
      try await chromium.fill("Name", with: "Ada")
      try await chromium.fill("Email", with: "ada@example.com")
      try await chromium.click("Sign up")
      try await look(at: "confirmation")
      try await chromium.open(menu.path + "/sign-up/confirmation", of: site)
      try await look(at: "confirmation-by-location")
      try await chromium.open(menu.path + "/sign-up/nowhere", of: site)
      try await look(at: "not-found")
    }
  }
}
