import CairnSecurity
import CairnViews

/// What is known of the page that a scene's browser shows. None of it is stored: without it, pages are sent whole.
struct BrowserView {
  /// What the script shows; `nil` if that isn't known.
  var shown: PageRegions?
  /// The last token that was given to the script.
  var issued: PageToken?
  /// What has the focus on the page that answers the latest submission.
  var focus = SceneFocus()
  /// Whether the last form that its script has sent has left the layers as they were.
  var staysInPlace = true
  /// Whether the browser is connected to the stream, so that it receives what changes by itself.
  var isWatched = false
  /// Whether a push is scheduled, and when the next one may be sent.
  var push = ScenePush()

  /// Notes what the script shows now, and with which token.
  mutating func show(_ page: PageRegions?, _ token: PageToken?, in pages: KnownPages) {
    shown = page
    if let page, let token { pages.note(token, of: page.digest) }
  }
}

/// When a scene may push something next.
struct ScenePush {
  var isPlanned = false
  var next = ContinuousClock.Instant.now
}
