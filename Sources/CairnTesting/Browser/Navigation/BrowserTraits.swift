import CairnDependencies
import Foundation

/// What a browser sends with each request, in addition to its cookies.
struct BrowserTraits: Sendable {
  var timeZone: TimeZone?
  var colorScheme: ColorScheme?
  var userAgent = "Mozilla/5.0 (Linux) CairnBrowser/1.0"
  var awaitsEffects = true

  /// The cookie of the client script, or `nil` if it hasn't reported anything.
  var cookie: String? {
    guard timeZone != nil || colorScheme != nil else { return nil }
    let isDark = colorScheme.map { "\($0 == .dark)" } ?? ""
    return "cairn-browser=\(isDark):\(timeZone?.identifier ?? "")"
  }
}
