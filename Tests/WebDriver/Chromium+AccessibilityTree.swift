extension Chromium {
  /// The accessibility tree of the page, as text. See ``AccessibilityTree``.
  ///
  /// Browsers set the focus after a page has been loaded. The tree is therefore read again until it's the expected one,
  /// or doesn't change anymore.
  /// - Parameter expected: The expected text, or `nil` if it's unknown.
  package func accessibilityTree(expecting expected: String? = nil) async throws -> String {
    try await settle()
    try await devTools("Accessibility.enable")
    var last = try await readAccessibilityTree()
    var unchanged = 0
    // A page that keeps changing is a mistake in the test.
    for _ in 0..<100 where last != expected && unchanged < 4 {
      if options.javaScript {
        try await evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))"
        )
      }
      let next = try await readAccessibilityTree()
      unchanged = next == last ? unchanged + 1 : 0
      last = next
    }
    return last
  }

  private func readAccessibilityTree() async throws -> String {
    let document = try await devTools("DOM.getDocument", ["depth": -1])["root"]
    let nodes = try await devTools("Accessibility.getFullAXTree")["nodes"].array
    return AccessibilityTree(nodes: nodes, document: document, focused: try await focusedNode).text
  }

  /// The backend ID of the element with the focus, or `nil` if no element has it.
  private var focusedNode: Double? {
    get async throws {
      let answer = try await devTools(
        "Runtime.evaluate",
        ["expression": "document.activeElement === document.body ? null : document.activeElement"])
      guard let object = answer["result"]["objectId"].string else { return nil }
      let node = try await devTools("DOM.describeNode", ["objectId": .string(object)])
      return node["node"]["backendNodeId"].number
    }
  }
}
