internal import Synchronization

/// The cookies of one browser for one origin, shared by its tabs.
final class CookieJar: Sendable {
  private struct Entry {
    var cookie: Cookie
    var expiry: ContinuousClock.Instant?
  }

  private let entries = Mutex<[Entry]>([])
  /// The values that the browser sends or reports with each request.
  let traits = Mutex(BrowserTraits())
  private let isSafeOrigin: Bool

  init(origin: String) {
    // Browsers treat loopback addresses as secure, even with the scheme `http`.
    isSafeOrigin =
      origin.hasPrefix("https:") || origin.hasPrefix("http://127.0.0.1")
      || origin.hasPrefix("http://localhost") || origin.hasPrefix("http://[::1]")
  }

  /// The unexpired cookies, in the order in which they were first set.
  var cookies: [Cookie] {
    entries.withLock { entries in
      entries.filter { $0.expiry.map { $0 > .now } ?? true }.map(\.cookie)
    }
  }

  func removeAll() {
    entries.withLock { $0 = [] }
  }

  func store(_ response: BrowserResponse, requestPath: String) {
    for header in response.headerValues("Set-Cookie") {
      guard
        let cookie = Cookie(header, requestPath: requestPath, isSafeOrigin: isSafeOrigin)
      else { continue }
      let entry = Entry(
        cookie: cookie, expiry: cookie.maxAge.map { .now + .seconds(max($0, -1)) })
      entries.withLock { entries in
        let old = entries.firstIndex {
          $0.cookie.name == cookie.name && $0.cookie.path == cookie.path
        }
        if let old { entries[old] = entry } else { entries.append(entry) }
      }
    }
  }

  /// Returns the `Cookie` header for a request, or `nil` if no cookie matches.
  ///
  /// Cookies with longer paths are first. Among equal lengths, older cookies are first.
  func header(path: String, fromOtherSite: Bool, method: String) -> String? {
    let sent = cookies.filter { cookie in
      guard cookie.isSent(to: path) else { return false }
      switch cookie.sameSite {
      case .none: return true
      case .lax: return !fromOtherSite || method == "GET"
      case .strict: return !fromOtherSite
      }
    }
    // The position breaks ties, because the documentation of `sorted` doesn't guarantee that it's stable.
    let ordered = sent.enumerated().sorted {
      ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
    }
    let all =
      ordered.map { "\($0.element.name)=\($0.element.value)" }
      + [traits.withLock(\.cookie)].compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}
