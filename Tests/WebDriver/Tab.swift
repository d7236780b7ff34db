import Foundation

/// A tab of a browser that is used for several tests, and the page in it.
///
/// Its pages are at a host of their own, which has cookies and storage of its own: who opens a tab at
/// another host is another user.
package struct Tab: Sendable {
  package let chromium: Chromium
  /// Scheme, host and port of its pages.
  package let origin: String
  /// Whether controls are clicked; else one goes to them with Tab, and presses keys.
  package let hasMouse: Bool
  private let handle: String

  /// Opens an empty tab.
  package init(in chromium: Chromium, at origin: String, hasMouse: Bool = true) async throws {
    let window = try await chromium.command("POST", "/window/new", ["type": "tab"])
    try await self.init(in: chromium, at: origin, hasMouse, handle: window["handle"].string ?? "")
  }

  private init(
    in chromium: Chromium, at origin: String, _ hasMouse: Bool, handle: String
  ) async throws {
    self.chromium = chromium
    self.origin = origin
    self.hasMouse = hasMouse
    self.handle = handle
    try await choose()
    try await chromium.emulate()
    // Pages of all tabs believe that they have the focus.
    try await chromium.devTools("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try await chromium.devTools(
      "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.watch)])
  }

  /// Makes commands go to this tab.
  package func choose() async throws {
    try await chromium.command("POST", "/window", ["handle": .string(handle)])
  }

  /// Opens what a control leads to in another tab, as a click with Control held down does.
  package func controlClick(xpath: String) async throws -> Tab {
    let before = try await chromium.handles
    try await chromium.controlClick(try await element(xpath))
    return try await chromium.waitForValue("another tab") {
      guard let handle = try await chromium.handles.first(where: { !before.contains($0) })
      else { return nil }
      let tab = try await Tab(in: chromium, at: origin, hasMouse, handle: handle)
      // Its page was there before it was watched.
      try await chromium.evaluate(Self.watch)
      return tab
    }
  }

  /// Says of each page whether the browser is about to leave it, and how often it went through its history.
  private static let watch = """
    if (!window.cairnWatch) {
      window.cairnWatch = { isLeaving: false, travels: 0 }
      navigation.addEventListener("navigate", (event) => {
        if (!event.destination.sameDocument) cairnWatch.isLeaving = true
      })
      navigation.addEventListener("navigateerror", () => (cairnWatch.isLeaving = false))
      addEventListener("pageshow", () => (cairnWatch.isLeaving = false))
      addEventListener("popstate", () => (cairnWatch.travels += 1))
    }
    """
}

extension Chromium {
  package var handles: [String] {
    get async throws { try await command("GET", "/window/handles").array.compactMap(\.string) }
  }

  /// Closes all tabs but the first, which no test uses.
  package func closeTabs() async throws {
    let handles = try await handles
    for handle in handles.dropFirst() {
      try await command("POST", "/window", ["handle": .string(handle)])
      try await command("DELETE", "/window")
    }
    try await command("POST", "/window", ["handle": .string(handles.first ?? "")])
  }
}
