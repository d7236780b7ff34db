import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The two menu samples in a browser without JavaScript.
@Suite(.restarting) struct MenuFlowTests {
  @Test(.everyWay, arguments: MenuSample.all)
  func `The gallery links to the menu, and the menu back to the gallery`(menu: MenuSample)
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/")
    try await browser.click(menu.link)
    #expect(browser.path == menu.path)
    #expect(browser.title == "Menu")
    #expect(browser.rows == ["Sign in", "Sign up"])
    #expect(browser.links == ["Gallery"])
    browser.expectGoodSource()
    try await browser.click("Gallery", in: .bar)
    #expect(browser.location == "/")
    #expect(browser.heading == "Gallery")
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `Signing in returns to a menu that shows the user`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path)
    try await browser.click("Sign in")
    #expect(browser.path == menu.path + "/sign-in")
    #expect(browser.canonical == menu.path + "/sign-in")
    #expect(browser.title == "Sign in – Menu")
    #expect(browser.heading == "Sign in")
    #expect(browser.links == [])
    #expect(browser.buttons == ["Menu", "Sign in", "Cancel"])
    browser.expectGoodSource()
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign in")
    #expect(browser.path == menu.path)
    #expect(browser.heading == "Menu")
    #expect(browser.text.contains("Signed in as ada@example.com."))
    try await browser.reload()
    #expect(browser.text.contains("Signed in as ada@example.com."))
    let other = try await site.user(at: menu.path)
    #expect(!other.text.contains("Signed in"))
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `Signing up leads to a confirmation, and Done dismisses it`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path)
    try await browser.click("Sign up")
    #expect(browser.path == menu.path + "/sign-up")
    #expect(browser.title == "Sign up – Menu")
    #expect(browser.buttons == ["Menu", "Sign up", "Cancel"])
    try await browser.fill("Name", with: " Ada <b> ")
    try await browser.fill("Email", with: "ada@example.com ")
    // Enter has the effect of the button.
    try await browser.submit()
    #expect(browser.path == menu.path + "/sign-up/confirmation")
    #expect(browser.title == "Confirmation – Menu")
    #expect(browser.buttons == ["Sign up", "Done"])
    #expect(browser.text.contains("Welcome, Ada <b>!"))
    #expect(browser.rows.count == 2)
    #expect(browser.rows.last?.hasSuffix("ada@example.com") == true)
    browser.expectGoodSource()
    let text = browser.text
    try await browser.reload()
    #expect(browser.text == text)
    try await browser.click("Done")
    #expect(browser.path == menu.path + menu.afterDone)
    #expect(browser.heading == menu.headingAfterDone)
    if menu.afterDone == "/sign-up" { #expect(try browser.field("Name").value == "") }
  }

  @Test(.everyWay, arguments: MenuSample.all, ["", "  "])
  func `A blank name shows an error below the field`(menu: MenuSample, name: String) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + "/sign-up")
    try await browser.fill("Name", with: name)
    try await browser.fill("Email", with: "ada")
    try await browser.click("Sign up")
    #expect(browser.path == menu.path + "/sign-up")
    #expect(try browser.field("Name").error == "Enter your name.")
    #expect(try browser.field("Name").value == name)
    #expect(
      try browser.field("Email").error == "Enter an email address, such as ada@example.com.")
    #expect(try browser.field("Email").value == "ada")
    browser.expectGoodSource()
    try await browser.fill("Name", with: "Ada")
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign up")
    #expect(browser.heading == "Confirmation")
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `An invalid email address isn't signed in`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + "/sign-in")
    try await browser.click("Sign in")
    #expect(browser.path == menu.path + "/sign-in")
    #expect(
      try browser.field("Email").error == "Enter an email address, such as ada@example.com.")
    try await browser.click("Cancel")
    #expect(browser.path == menu.path)
    #expect(!browser.text.contains("Signed in"))
    try await browser.click("Sign in")
    #expect(try browser.field("Email").error == nil)
  }

  @Test(.everyWay, arguments: MenuSample.all, MenuSample.screens)
  func `Every screen opens by its location`(menu: MenuSample, screen: MenuSample.Screen)
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + screen.path)
    #expect(browser.status == 200)
    #expect(browser.heading == screen.heading)
    #expect(browser.path == menu.path + screen.path)
    #expect(browser.buttons.first == screen.back)
    browser.expectGoodSource()
    let text = browser.text
    try await browser.reload()
    #expect(browser.text == text)
    // The bar leads to the screen below, as after a tap there.
    try await browser.click(screen.back, in: .bar)
    #expect(browser.heading == screen.back)
    #expect(
      browser.path == menu.path
        + screen.path.split(separator: "/").dropLast().map { "/\($0)" }
        .joined())
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `A confirmation opened by its location can be dismissed with Done`(menu: MenuSample)
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + "/sign-up/confirmation")
    #expect(browser.text.contains("No one has signed up in this tab yet."))
    try await browser.click("Done")
    #expect(browser.path == menu.path + menu.afterDone)
    #expect(browser.heading == menu.headingAfterDone)
  }

  @Test(
    .everyWay, arguments: MenuSample.all,
    [
      ("/confirmation", ""), ("/nowhere", ""), ("/sign-in/sign-up", "/sign-in"),
      ("/sign-up/nowhere", "/sign-up"),
      ("/sign-up/confirmation/confirmation", "/sign-up/confirmation"),
    ])
  func `An unknown location opens the nearest screen`(
    menu: MenuSample, paths: (asked: String, nearest: String)
  ) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + paths.asked)
    #expect(browser.status == 404)
    #expect(browser.canonical == menu.path + paths.nearest)
    #expect(browser.notice?.contains("closest match") == true)
    browser.expectGoodSource()
    let nearest = try await site.user(at: menu.path + paths.nearest)
    #expect(nearest.status == 200)
    #expect(browser.heading == nearest.heading)
    #expect(browser.buttons == nearest.buttons)
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `The browser's Back button leads to a usable page`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path)
    try await browser.click("Sign up")
    try await browser.fill("Name", with: "Ada")
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign up")
    try await browser.back()
    #expect(browser.heading == "Sign up")
    #expect(try browser.field("Name").value == "Ada")
    try await browser.fill("Name", with: "Grace")
    try await browser.click("Sign up")
    #expect(browser.text.contains("Welcome, Grace!"))
    try await browser.back()
    try await browser.back()
    #expect(browser.heading == "Menu")
    try await browser.click("Sign in")
    #expect(browser.path == menu.path + "/sign-in")
    #expect(browser.heading == "Sign in")
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `The bar's Back button keeps the form's content`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: menu.path + "/sign-up")
    try await browser.fill("Name", with: "Ada")
    try await browser.fill("Email", with: "ada@example.com")
    try await browser.click("Sign up")
    try await browser.click("Sign up", in: .bar)
    #expect(browser.heading == "Sign up")
    #expect(try browser.field("Name").value == "Ada")
    try await browser.click("Menu", in: .bar)
    try await browser.click("Sign up")
    #expect(try browser.field("Name").value == "")
  }

  @Test(.everyWay, arguments: MenuSample.all)
  func `Two tabs have separate menus`(menu: MenuSample) async throws {
    let site = try GallerySite()
    let one = try await site.user(at: menu.path)
    let two = try await one.newTab()
    try await two.open(menu.path)
    try await one.click("Sign in")
    try await two.click("Sign up")
    try await one.fill("Email", with: "ada@example.com")
    try await one.click("Sign in")
    #expect(one.heading == "Menu")
    try await two.reload()
    #expect(two.heading == "Sign up")
    try await two.click("Cancel")
    #expect(!two.text.contains("Signed in"))
  }
}
