/// A user's browser without JavaScript, at the level of HTTP: one tab with its history.
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
/// It sees what a user sees and can do what a user can do: only what is in the top layer is
/// clicked and filled, by its visible name. What is covered, disabled or not there is a
/// `BrowserError` that lists what is there.
///
/// Two browsers are two sessions; `newTab()` makes a second tab of the same one.
public final class Browser {
  let transport: any BrowserTransport
  package let origin: String
  let jar: CookieJar
  var history = BrowserHistory()

  /// The requests and answers of the last navigation: one, and one more for each redirect.
  public internal(set) var exchanges: [BrowserExchange] = []

  /// Makes a browser that has no cookies.
  public convenience init(_ transport: any BrowserTransport) {
    self.init(transport, jar: CookieJar(origin: transport.origin), history: BrowserHistory())
  }

  init(_ transport: any BrowserTransport, jar: CookieJar, history: BrowserHistory) {
    self.transport = transport
    origin = transport.origin
    self.jar = jar
    self.history = history
  }

  /// Opens an empty tab that shares the cookies.
  public func newTab() -> sending Browser {
    Browser(transport, jar: jar, history: BrowserHistory())
  }

  /// The cookies of all tabs, in the order in which they were first set.
  public var cookies: [Cookie] { jar.cookies }

  /// Forgets the cookies of all tabs.
  public func removeCookies() { jar.removeAll() }
}
