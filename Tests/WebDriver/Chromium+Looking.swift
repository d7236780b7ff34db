/// A position and size in the window, in CSS pixels.
package struct Box: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package var right: Double { x + width }
  package var bottom: Double { y + height }
}

extension Chromium {
  /// Evaluates a JavaScript expression on the page, even if the page's own scripts are disabled.
  @discardableResult
  package func evaluate(_ expression: String) async throws -> JSON {
    guard options.engine == .chromium else {
      return try await command(
        "POST", "/execute",
        ["script": .string("return (\(expression))"), "args": [], "sandbox": .null])
    }
    let answer = try await devTools(
      "Runtime.evaluate",
      ["expression": .string(expression), "returnByValue": true, "awaitPromise": true])
    if case .object = answer["exceptionDetails"] {
      let exception = answer["exceptionDetails"]["exception"]["description"].string
      throw WebDriverError(code: "exception", message: exception ?? "\(answer)")
    }
    return answer["result"]["value"]
  }

  /// The box of the first element that a selector finds.
  package func box(_ selector: String) async throws -> Box {
    let value = try await evaluate(
      """
      (() => { const box = document.querySelector(\(Self.literal(selector))).getBoundingClientRect()
        return [box.x, box.y, box.width, box.height] })()
      """)
    let numbers = value.array.compactMap(\.number)
    guard numbers.count == 4 else { throw WebDriverError(code: "no box", message: selector) }
    return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The computed value of a property of the first element that a selector finds.
  package func style(_ property: String, of selector: String) async throws -> String {
    let script =
      "getComputedStyle(document.querySelector(\(Self.literal(selector))))"
      + ".getPropertyValue(\(Self.literal(property)))"
    return try await evaluate(script).string ?? ""
  }

  /// The size of the window for pages.
  package var viewport: (width: Double, height: Double) {
    get async throws {
      let numbers = try await evaluate("[innerWidth, innerHeight]").array.compactMap(\.number)
      return (numbers.first ?? 0, numbers.last ?? 0)
    }
  }

  /// The console messages since the last call: errors, warnings, and violations of the content security
  /// policy. Firefox doesn't report them.
  package var complaints: [String] {
    get async throws {
      guard options.engine == .chromium else { return [] }
      return try await command("POST", "/se/log", ["type": "browser"]).array
        .filter { ["SEVERE", "WARNING"].contains($0["level"].string) }
        .compactMap { $0["message"].string }
    }
  }

  /// Presses a key at the focus, specified by its WebDriver code, optionally with a modifier key.
  package func press(_ key: String, with modifier: String? = nil) async throws {
    let keys = [modifier, key].compactMap(\.self)
    let actions: [JSON] =
      keys.map { ["type": "keyDown", "value": .string($0)] }
      + keys.reversed().map { ["type": "keyUp", "value": .string($0)] }
    try await command("POST", "/actions", ["actions": [Self.keyboard(actions)]])
  }

  /// Clicks an element several times as fast as possible, without waiting for the effect.
  package func click(_ element: Element, times: Int) async throws {
    try await click(times: times, at: (0, 0), from: [Element.key: .string(element.id)])
  }

  /// Clicks an element with Control pressed, which opens its target in a new tab.
  package func controlClick(_ element: Element) async throws {
    let key = { (type: String) -> JSON in ["type": .string(type), "value": .string(Key.control)] }
    try await command("POST", "/actions", ["actions": [Self.keyboard([key("keyDown")])]])
    try await click(times: 1, at: (0, 0), from: [Element.key: .string(element.id)])
    try await command("POST", "/actions", ["actions": [Self.keyboard([key("keyUp")])]])
  }

  private static func keyboard(_ actions: [JSON]) -> JSON {
    ["type": "key", "id": "keyboard", "actions": .array(actions)]
  }

  /// Clicks at a point of the window, without waiting for the effect.
  package func click(at point: (x: Int, y: Int)) async throws {
    try await click(times: 1, at: point, from: "viewport")
  }

  private func click(times: Int, at point: (x: Int, y: Int), from origin: JSON) async throws {
    let move: JSON = [
      "type": "pointerMove", "x": .number(Double(point.x)), "y": .number(Double(point.y)),
      "origin": origin,
    ]
    let press: [JSON] = [
      ["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0],
    ]
    try await useMouse([move] + Array(repeating: press, count: times).joined())
  }

  /// Presses the mouse button on an element, without releasing it.
  package func pressButton(on element: Element) async throws {
    try await useMouse([
      [
        "type": "pointerMove", "x": 0, "y": 0,
        "origin": [Element.key: .string(element.id)],
      ],
      ["type": "pointerDown", "button": 0],
    ])
  }

  /// Releases the mouse button at the place of the press.
  package func releaseButton() async throws {
    try await useMouse([["type": "pointerUp", "button": 0]])
  }

  private func useMouse(_ actions: [JSON]) async throws {
    try await command(
      "POST", "/actions",
      ["actions": [["type": "pointer", "id": "mouse", "actions": .array(actions)]]])
  }

  /// A JavaScript string literal.
  package static func literal(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped.replacing("\n", with: "\\n"))\""
  }
}

/// WebDriver's codes for keys.
package enum Key {
  package static let tab = "\u{E004}"
  package static let enter = "\u{E007}"
  package static let shift = "\u{E008}"
  package static let control = "\u{E009}"
  package static let escape = "\u{E00C}"
  package static let space = "\u{E00D}"
  package static let pageDown = "\u{E00F}"
  package static let end = "\u{E010}"
  package static let up = "\u{E013}"
  package static let down = "\u{E015}"
}
