import Foundation

/// A tab of a browser that several tests share, with the page in it.
///
/// Its pages have a separate host with its own cookies and storage, so a tab at another host belongs to
/// another user.
package struct Tab: Sendable {
  package let chromium: Chromium
  /// The scheme, host, and port of its pages.
  package let origin: String
  /// Whether to click controls. Otherwise, the tab uses the Tab key and other keys.
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
    // Pages in all tabs behave as if they had the focus.
    try await chromium.devTools("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try await chromium.devTools(
      "Page.addScriptToEvaluateOnNewDocument", ["source": .string(Self.watch)])
  }

  /// Makes this tab receive commands.
  package func choose() async throws {
    try await chromium.command("POST", "/window", ["handle": .string(handle)])
  }

  /// Opens the target of a control in another tab, as a click with Control pressed does.
  package func controlClick(xpath: String) async throws -> Tab {
    let before = try await chromium.handles
    try await chromium.controlClick(try await element(xpath))
    return try await chromium.waitForValue("another tab") {
      guard let handle = try await chromium.handles.first(where: { !before.contains($0) })
      else { return nil }
      let tab = try await Tab(in: chromium, at: origin, hasMouse, handle: handle)
      // The page was loaded before the script was installed.
      try await chromium.evaluate(Self.watch)
      return tab
    }
  }

  /// A script that tracks on each page whether the browser is about to leave it, and the number of
  /// history steps.
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

  /// Closes all tabs except the first, which tests don't use.
  package func closeTabs() async throws {
    let handles = try await handles
    for handle in handles.dropFirst() {
      try await command("POST", "/window", ["handle": .string(handle)])
      try await command("DELETE", "/window")
    }
    try await command("POST", "/window", ["handle": .string(handles.first ?? "")])
  }
}
