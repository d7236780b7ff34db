import CairnSecurity
import CairnViews

/// The page that a scene's browser shows, as far as the server knows it. It isn't stored. Without it, pages are sent in
/// full.
struct BrowserView {
  /// The page that the script shows, or `nil` if it isn't known.
  var shown: PageRegions?
  /// The last token that was sent to the script.
  var issued: PageToken?
  /// The focus for the page that responds to the latest submission.
  var focus = SceneFocus()
  /// Whether the last form from the script left the layers unchanged.
  var staysInPlace = true
  /// Whether the browser is connected to the stream, and therefore receives changes without a request.
  var isWatched = false
  /// The planned push, and the earliest time of the next one.
  var push = ScenePush()

  /// Records the page that the script shows now, and its token.
  mutating func show(_ page: PageRegions?, _ token: PageToken?, in pages: KnownPages) {
    shown = page
    if let page, let token { pages.note(token, of: page.digest) }
  }
}

/// The schedule of a scene's pushes.
struct ScenePush {
  var isPlanned = false
  var next = ContinuousClock.Instant.now
}
