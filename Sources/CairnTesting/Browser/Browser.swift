/// A user's browser tab without JavaScript, simulated at the level of HTTP.
///
/// ```swift
/// let browser = Browser(transport)
/// try await browser.open("/inventory")
/// try await browser.click("Add")
/// try browser.fill("Name", with: "Keyboard")
/// try await browser.click("Save")
/// #expect(browser.path == "/inventory")
/// ```
///
/// A test sees what a user sees, and can do only what a user can do. It clicks buttons and fills fields by their
/// visible names, and only in the top layer. If a control is covered, disabled, or missing, the browser throws a
/// `BrowserError` that lists the available names.
///
/// Each browser has its own session. To open a second tab in the same session, call `newTab()`.
public final class Browser {
  let transport: any BrowserTransport
  package let origin: String
  let jar: CookieJar
  var history = BrowserHistory()

  /// The requests and responses of the last navigation, including redirects.
  public internal(set) var exchanges: [BrowserExchange] = []

  /// Creates a browser without cookies.
  public convenience init(_ transport: any BrowserTransport) {
    self.init(transport, jar: CookieJar(origin: transport.origin), history: BrowserHistory())
  }

  init(_ transport: any BrowserTransport, jar: CookieJar, history: BrowserHistory) {
    self.transport = transport
    origin = transport.origin
    self.jar = jar
    self.history = history
  }

  /// Opens an empty tab that shares this browser's cookies.
  public func newTab() -> sending Browser {
    Browser(transport, jar: jar, history: BrowserHistory())
  }

  /// The cookies of all tabs, in the order in which they were first set.
  public var cookies: [Cookie] { jar.cookies }

  /// Removes the cookies of all tabs.
  public func removeCookies() { jar.removeAll() }
}
