import Foundation
import Testing
import Ways

@testable import Gallery
@testable import WebDriver

/// The assumptions behind flows that run in every way.
struct EveryWayTests {
  @Test(arguments: Way.allCases)
  func `A flow records the stored and visible state`(way: Way) async throws {
    let traces = try await Visit.take(way) { try await Self.type("Lamp") }
    #expect(traces.parts["user 0: pile"] == "\(["screen Inventory", "sheet Add item"])")
    #expect(traces.parts["user 0: fields"]?.contains("Lamp") == true)
    #expect(traces.parts["user 0: state"]?.contains("name: Lamp") == true)
    #expect(traces.parts["user 0: location"] == "/inventory /add")
    #expect(traces.parts["items 0"]?.contains("Keyboard") == true)
  }

  @Test func `Different flows leave different traces`() async throws {
    let lamp = try await Visit.take(.inProcess) { try await Self.type("Lamp") }
    let same = try await Visit.take(.http) { try await Self.type("Lamp") }
    let desk = try await Visit.take(.http) { try await Self.type("Desk") }
    #expect(same.differences(from: lamp) == [])
    let names = desk.differences(from: lamp).map { $0.prefix(13) }
    #expect(names == ["user 0: field", "user 0: state"])
  }

  @Test func `Keyboard users can only operate elements that Tab reaches`() async throws {
    for hasMouse in [true, false] {
      _ = try await Visit.take(.chromium, hasMouse: hasMouse) {
        let user = try await GallerySite().user(at: "/inventory")
        try await user.tab?.chromium.evaluate(
          "document.querySelectorAll('button').forEach((button) => (button.tabIndex = -1))")
        do {
          try await user.click("Add")
          #expect(hasMouse)
        } catch let error as WebDriverError {
          #expect(!hasMouse && error.code == "out of the keyboard's reach", "\(error)")
        }
      }
    }
  }

  @Test func `Every flow runs in every way or has a reason not to`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let files = ["BookingTests", "CairnServerTests", "GalleryTests"].flatMap { folder in
      FileManager.default.enumerator(
        at: tests.appending(path: folder), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL } ?? []
    }.filter { $0.lastPathComponent.contains(/Tests\.swift$/) }
    var everyWay = 0
    for file in files {
      let source = try String(contentsOf: file, encoding: .utf8)
      // Separate tests take walks with the script. Tests of features alone have no browser.
      if file.lastPathComponent.contains(/Walk(s|Shrinking)?Tests|EveryWayTests/) { continue }
      guard source.contains(/GallerySite|FlowSite|\bBrowser\(|GalleryProcess/) else { continue }
      var isSuiteWithoutScript = false
      for match in source.matches(of: /(?s)@(Suite|Test)\b(.*?)(?:struct|class|func) (\w+|`[^`]+`)/)
      {
        let (_, kind, traits, name) = match.output
        let isWithoutScript = traits.contains(".withoutScript(")
        if kind == "Suite" {
          isSuiteWithoutScript = isWithoutScript
          continue
        }
        let isEveryWay = traits.contains(".everyWay")
        if isEveryWay { everyWay += 1 }
        #expect(
          isEveryWay != (isWithoutScript || isSuiteWithoutScript),
          "\(name) in \(file.lastPathComponent)")
      }
    }
    #expect(everyWay > 130)
  }

  private static func type(_ name: String) async throws {
    let user = try await GallerySite().user(at: "/inventory/add")
    try await user.fill("Name", with: name)
    try await user.click("Apply")
  }
}
