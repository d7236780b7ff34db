public import CairnDependencies
public import Foundation
internal import Synchronization

extension Browser {
  /// The time zone that all tabs report, as the client script does. By default, it's `nil`, as it is for a browser
  /// without JavaScript.
  public var timeZone: TimeZone? {
    get { jar.traits.withLock(\.timeZone) }
    set { jar.traits.withLock { $0.timeZone = newValue } }
  }

  /// The preferred color scheme that all tabs report, as the client script does. By default, it's `nil`, as it is for a
  /// browser without JavaScript.
  public var colorScheme: ColorScheme? {
    get { jar.traits.withLock(\.colorScheme) }
    set { jar.traits.withLock { $0.colorScheme = newValue } }
  }

  /// The `User-Agent` header of all tabs.
  public var userAgent: String {
    get { jar.traits.withLock(\.userAgent) }
    set { jar.traits.withLock { $0.userAgent = newValue } }
  }

  /// Whether responses wait until all effects have ended, or wait themselves. The default is `true`.
  ///
  /// Set it to `false` to see the page while an effect is working. A page then shows the state after its action:
  ///
  /// ```swift
  /// import CairnTesting
  ///
  /// func showProgress(in browser: Browser, then finish: () -> Void) async throws {
  ///   browser.waitsForEffects = false
  ///   try await browser.click("Search")  // The page shows the progress.
  ///   browser.waitsForEffects = true
  ///   finish()
  ///   try await browser.reload()  // The page shows the results.
  /// }
  /// ```
  /// All tabs share the value. It has an effect only with an ``InProcessTransport``.
  public var waitsForEffects: Bool {
    get { jar.traits.withLock(\.awaitsEffects) }
    set { jar.traits.withLock { $0.awaitsEffects = newValue } }
  }
}
