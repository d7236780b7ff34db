import CairnTesting
import Testing
import Ways

@testable import Gallery

/// The trains sample in a browser without JavaScript.
@Suite(.restarting) struct TrainsFlowTests {
  @Test(.everyWay) func `A train is pushed, and Back leads to the list`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/")
    try await browser.click("Trains")
    #expect(browser.heading == "Trains")
    #expect(browser.rows == TrainsPlace.names)
    browser.expectGoodSource()
    try await browser.click("Alpine")
    #expect(browser.canonical == "/trains/home/detail?id=1")
    #expect(browser.heading == "Alpine")
    browser.expectGoodSource()
    try await browser.click("Trains", in: .bar)
    #expect(browser.canonical == "/trains/home")
    #expect(browser.text.contains("You looked at Alpine."))
  }

  @Test(.everyWay) func `Capacity is presented as a sheet over its train`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home/detail?id=0")
    try await browser.click("Capacity")
    #expect(browser.canonical == "/trains/home/detail/capacity?id=0")
    #expect(browser.pile == ["screen Northern Star", "sheet Capacity"])
    #expect(browser.text.contains("208 seats"))
    browser.expectGoodSource()
    try await browser.clickBackdrop()
    #expect(browser.pile == ["screen Northern Star"])
    try await browser.click("Capacity")
    try await browser.click("Done")
    #expect(browser.canonical == "/trains/home/detail?id=0")
  }

  @Test(.everyWay) func `The next train replaces the current one without pushing a screen`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home/detail?id=3")
    try await browser.click("Next train")
    #expect(browser.canonical == "/trains/home/detail?id=0")
    #expect(browser.heading == "Northern Star")
    try await browser.click("Trains", in: .bar)
    #expect(browser.heading == "Trains")
  }

  @Test(.everyWay) func `Settings open as a sheet or pushed`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains")
    try await browser.click("Settings")
    #expect(browser.canonical == "/trains/home/settings?style=sheet")
    #expect(browser.pile == ["screen Trains", "sheet Settings"])
    try await browser.click("Shortcuts")
    #expect(browser.canonical == "/trains/home/settings/shortcuts?style=sheet&style=push")
    #expect(browser.pile == ["screen Trains", "sheet Shortcuts"])
    try await browser.click("trains://detail?id=0/settings?style=push")
    #expect(browser.canonical == "/trains/home/detail/settings?id=0&style=push")
    #expect(browser.pile == ["screen Settings"])
    try await browser.click("Northern Star", in: .bar)
    #expect(browser.heading == "Northern Star")
  }

  @Test(.everyWay) func `A typed name is kept in the state next to the path`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home/settings?style=sheet")
    try await browser.fill("Your name", with: "Ann & Bob")
    try await browser.click("Done")
    #expect(browser.heading == "Trains for Ann & Bob")
    try await browser.click("Coast Line")
    try await browser.click("Trains for Ann & Bob", in: .bar)
    #expect(browser.heading == "Trains for Ann & Bob")
  }

  @Test(.everyWay) func `Each tab has its own path`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home/station/Oslo")
    #expect(browser.status == 200)
    #expect(browser.canonical == "/trains/home/station/Oslo/departures")
    try await browser.click("Northern Star")
    #expect(browser.canonical == "/trains/home/station/Oslo/departures/detail?id=0")
    browser.expectGoodSource()
    try await browser.click("Arrivals")
    #expect(browser.canonical == "/trains/home/station/Oslo/arrivals")
    #expect(browser.heading == "To Oslo")
    #expect(browser.text.contains("No trains today."))
    try await browser.click("Departures")
    #expect(browser.canonical == "/trains/home/station/Oslo/departures/detail?id=0")
    try await browser.click("From Oslo", in: .bar)
    #expect(browser.canonical == "/trains/home/station/Oslo/departures")
    try await browser.click("Trains", in: .bar)
    #expect(browser.canonical == "/trains/home")
  }

  @Test(.everyWay) func `A lock keeps the path and the address`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home/detail/settings?id=2&style=push")
    try await browser.click("Lock")
    #expect(browser.heading == "Locked")
    #expect(browser.canonical == "/trains/home/detail/settings?id=2&style=push")
    try await browser.click("Unlock")
    #expect(browser.heading == "Settings")
    try await browser.click("Coast Line", in: .bar)
    #expect(browser.canonical == "/trains/home/detail?id=2")
  }

  // MARK: Addresses

  @Test(
    .everyWay,
    arguments: [
      ("/trains", "/trains/home", 200), ("/trains/home/", "/trains/home", 200),
      ("/trains/home?other=1", "/trains/home", 200),
      ("/trains/home/settings?style=push", "/trains/home/settings?style=push", 200),
      ("/trains/home/nothing", "/trains/home", 404), ("/trains/nothing", "/trains/home", 404),
      ("/trains/home/detail?id=9", "/trains/home", 404),
      ("/trains/home/detail?id=x", "/trains/home", 404),
      ("/trains/home/detail", "/trains/home", 404),
      ("/trains/home/capacity", "/trains/home", 404),
      (
        "/trains/home/detail/capacity/settings?id=1&style=push",
        "/trains/home/detail/capacity?id=1",
        404
      ),
    ])
  func `An address opens its screens or the nearest ones`(
    address: String, canonical: String, status: Int
  ) async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: address)
    #expect(browser.status == status)
    #expect(browser.canonical == canonical)
    browser.expectGoodSource()
    // The page is usable.
    if canonical == "/trains/home" {
      try await browser.click("Alpine")
      #expect(browser.canonical == "/trains/home/detail?id=1")
    }
  }

  @Test(.everyWay) func `An address with too many screens is rejected`() async throws {
    let site = try GallerySite()
    let screens = String(repeating: "/station/Oslo/departures/detail", count: 30)
    let query = Array(repeating: "id=0", count: 30).joined(separator: "&")
    let browser = try await site.user(at: "/trains/home\(screens)?\(query)")
    #expect(browser.status == 404)
    #expect(browser.text.contains("more than 48 screens"))
    #expect(browser.canonical == "/trains/home")
  }

  @Test(.everyWay) func `An unknown address in a running scene leads to its first screen`()
    async throws
  {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home")
    try await browser.click("Alpine")
    let sceneID = try #require(browser.sceneID)
    try await browser.open("/trains/nonsense?~\(sceneID)")
    #expect(browser.status == 404)
    #expect(browser.canonical == "/trains/home")
  }

  @Test(.everyWay) func `The address ends before a segment that is too long`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(
      at: "/trains/home/station/" + String(repeating: "(", count: 2500))
    #expect(browser.status == 404)
    #expect(browser.canonical == "/trains/home")
    #expect(browser.text.utf8.count < 500)
    try await browser.click("Alpine")
    #expect(browser.heading == "Alpine")
  }

  // MARK: Keeping state

  @Test(.everyWay) func `A restart doesn't dismiss any screen`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains/home/detail?id=0")
    try await browser.click("Settings")
    try await browser.click("Lock")
    // The lock dismissed a screen. The restart must not repeat that.
    try await site.restart()
    try await browser.reload()
    try await browser.click("Unlock")
    try await browser.click("Done")
    try await browser.click("Next train")
    try await browser.click("Trains", in: .bar)
    #expect(browser.text.contains("You looked at Alpine."))
  }

  @Test(.everyWay) func `Going back restores a page that still works`() async throws {
    let site = try GallerySite()
    let browser = try await site.user(at: "/trains")
    try await browser.click("Alpine")
    try await browser.click("Capacity")
    try await browser.back()
    try await browser.back()
    #expect(browser.heading == "Trains")
    try await browser.click("Night Owl")
    #expect(browser.canonical == "/trains/home/detail?id=3")
  }

  @Test(.everyWay) func `Duplicated tabs don't disturb each other`() async throws {
    let site = try GallerySite()
    let one = try await site.user(at: "/trains")
    try await one.click("Alpine")
    let other = try await one.duplicateTab()
    try await one.click("Capacity")
    try await other.click("Next train")
    #expect(other.canonical == "/trains/home/detail?id=2")
    try await one.click("Done")
    #expect(one.canonical == "/trains/home/detail?id=1")
    try await other.reload()
    #expect(other.canonical == "/trains/home/detail?id=2")
  }

  @Test(.everyWay) func `Text typed on a page that the scene has left is still saved`() async throws
  {
    let site = try GallerySite()
    let one = try await site.user(at: "/trains/home/settings?style=sheet")
    let other = try await one.duplicateTab()
    try await other.fill("Your name", with: "Ann")
    try await one.click("Done")
    try await other.click("Done")
    #expect(other.heading == "Trains for Ann")
  }
}
