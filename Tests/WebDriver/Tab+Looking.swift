import Synchronization

/// A page as it is, with what was done to its fields written into its source.
package struct PageCopy: Sendable {
  package let html: String
  /// Path, query and fragment.
  package let location: String
  /// The status of the answer that the page came with; 200 where it has another address since.
  package let status: Int
  /// Changes with each page that is loaded, and each step through the history.
  package let moment: String
}

extension Tab {
  /// The page, once nothing is under way: it is loaded, is not about to be left, and its script has
  /// done what it was asked for.
  /// - Parameters:
  ///   - moment: That of a page which is to be left before.
  ///   - isAtRest: Whether the script is waited for.
  ///   - isLoaded: Whether the page was loaded just now, whatever its script has done with it since.
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

  /// What the server sends to who asks for the page now.
  package func source() async throws -> String {
    try await chromium.evaluate(
      "fetch(location.href, { cache: 'no-store' }).then((answer) => answer.text())"
    )
    .string ?? ""
  }

  /// The page's source as its elements are now; nothing while something is under way.
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
      // What is said to who does not see it is not seen, nor what is for who has no script.
      copy.querySelectorAll(".announcer, .update, .only-without-script").forEach((element) => element.remove())
      // The script knows nothing of the head but the title.
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
  /// Asks until there is a value, and fails after a time with what it was waiting for.
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
