import Synchronization

/// A copy of a page, with the current values of its fields in its source.
package struct PageCopy: Sendable {
  package let html: String
  /// The path, query, and fragment.
  package let location: String
  /// The status of the response that loaded the page, or 200 if the address has changed since.
  package let status: Int
  /// A value that changes with each loaded page and each step through the history.
  package let moment: String
}

extension Tab {
  /// Waits until the page is loaded, isn't about to be left, and has an idle script. Returns a copy of it.
  /// - Parameters:
  ///   - moment: The moment of a page that must be left first.
  ///   - isAtRest: Whether to wait for the script.
  ///   - isLoaded: Whether the page was just loaded, even if its script has changed it since.
  package func look(
    after moment: String? = nil, isAtRest: Bool = true, isLoaded: Bool = false
  ) async throws -> PageCopy {
    try await chromium.waitForValue("the page to be at rest") {
      let parts = try await chromium.evaluate(Self.copy(isAtRest: isAtRest, isLoaded: isLoaded))
        .array
      guard parts.count == 4, let html = parts[0].string, let url = parts[1].string,
        let now = parts[3].string, now != moment
      else { return nil }
      let location = url.hasPrefix(origin) ? String(url.dropFirst(origin.count)) : url
      return PageCopy(
        html: html, location: location, status: Int(parts[2].number ?? 0), moment: now)
    }
  }

  /// The server's response to a new request for the page.
  package func source() async throws -> String {
    try await chromium.evaluate(
      "fetch(location.href, { cache: 'no-store' }).then((answer) => answer.text())"
    )
    .string ?? ""
  }

  /// A script that copies the source of the page's current elements, or returns nothing while the page
  /// is busy.
  private static func copy(isAtRest: Bool, isLoaded: Bool) -> String {
    """
    (() => {
      const root = document.documentElement
      if (document.readyState !== "complete" || window.cairnWatch?.isLeaving) return []
      if (\(isAtRest) && root.dataset.work?.endsWith("+")) return []
      const copy = root.cloneNode(true)
      const fields = "input, textarea, option"
      const copies = copy.querySelectorAll(fields)
      document.querySelectorAll(fields).forEach((field, index) => {
        const other = copies[index]
        if (field.localName === "option") other.toggleAttribute("selected", field.selected)
        else if (field.localName === "textarea") other.textContent = field.value
        else if (["checkbox", "radio"].includes(field.type)) other.toggleAttribute("checked", field.checked)
        else other.setAttribute("value", field.value)
      })
      // Announcements for screen readers aren't visible, and neither are elements for users without a
      // script.
      copy.querySelectorAll(".announcer, .update, .only-without-script").forEach((element) => element.remove())
      // The script measures the bar.
      for (const element of [copy, ...copy.querySelectorAll("dialog")]) {
        if (/^--bar: [\\d.]+px;$/.test(element.getAttribute("style"))) element.removeAttribute("style")
      }
      copy.querySelectorAll("[data-tall]").forEach((bar) => bar.removeAttribute("data-tall"))
      // In the head, the script only updates the title.
      const [loaded] = performance.getEntriesByType("navigation")
      const address = (url) => {
        const items = url.search.slice(1).split("&").filter((item) => item && item[0] !== "~")
        return url.pathname + (items.length ? "?" + items.join("&") : "")
      }
      const now = address(new URL(location.href))
      const isAsLoaded = now === address(new URL(loaded.name))
      if (!isAsLoaded) copy.querySelector("link[rel=canonical]")?.setAttribute("href", now)
      return [
        "<!doctype html>" + copy.outerHTML, location.href,
        \(isLoaded) || isAsLoaded ? loaded.responseStatus : 200,
        `${performance.timeOrigin} ${window.cairnWatch?.travels}`,
      ]
    })()
    """
  }
}

extension Chromium {
  /// Waits until there is a value. Fails after the limit with a description of the value.
  package func waitForValue<Value: Sendable>(
    _ what: String, _ value: @Sendable () async throws -> Value?
  ) async throws -> Value {
    let found = Mutex<Value?>(nil)
    try await waitFor(what) {
      let value = try await value()
      found.withLock { $0 = value }
      return value != nil
    }
    guard let value = found.withLock(\.self) else {
      throw WebDriverError(code: "no value", message: what)
    }
    return value
  }
}
