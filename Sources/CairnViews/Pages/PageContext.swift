/// What a page needs beside its view.
package struct PageContext {
  /// What is done while effects run.
  package enum Refresh: Sendable {
    case none
    /// Effects run: a page without editable fields refreshes itself, one with fields has a button.
    case effectsRunning
  }

  /// How a page is written.
  package enum Form {
    case whole
    /// As what makes it of what a browser shows.
    case patch(PatchOrder)
  }

  package var form = Form.whole
  /// With what regions are hashed; nil where nobody asks what a page consists of.
  package var regionKey: RegionHash.Key?
  /// The URL of the script; empty for none.
  package var script = ""
  package var chrome: Chrome
  /// The URL that the top layer's form is posted to.
  package var action: String
  /// The path of the application, with a slash at its end.
  package var root = "/"
  /// The URL of the location, without a scene's mark.
  package var canonical: String
  package var language: String
  package var stylesheet: String
  /// Markup at the end of the page's head, as it is.
  package var head: [UInt8]
  /// A text in front of the page's title.
  package var titlePrefix = ""
  /// Markup after the layers, as it is.
  package var foot: [UInt8] = []
  /// What the server has to say; shown in the top layer.
  package var notice: String?
  /// What was typed and not applied, by the ids of the fields.
  package var drafts: [UInt64: Draft]
  package var refresh: Refresh
  /// Whether a scene may begin for the page by itself, where it changes by itself; else with the next form.
  package var mayBegin = true
  /// Identifies the application, because the levels of two applications' pages can be equal.
  package var application: UInt64 = 0
  /// Where the user was, where the page is the answer to a form.
  package var focus: PageFocus?
  /// How the page follows the one before, where it is the answer to a form.
  package var step: PageStep?
  /// The URL of the page before, where it was left by a link; empty where that is not known.
  package var source = ""
  /// The rows with the buttons that have presented layers, by the layers: a confirmation dialog stands at its row.
  package var openerRows: [UInt64: UInt64] = [:]
  /// Whether the browser loads the page, so that it begins at its top.
  package var isLoaded = false
  /// Whether another page of the scene is likely to come.
  package var isRemembered = true
  /// What the page's views have written before; nil where nothing is remembered.
  package var memory: RenderMemory?
  /// How many bytes a page may have. One with more is rendered without its largest rows.
  package var byteLimit = Int.max
  /// The rows of a page that is larger; nil for any other.
  var largeRows: LargeRows?
  /// Makes the form's token when the top layer is complete.
  package var token: (PageSummary) -> String

  package init(
    chrome: Chrome = .plain,
    action: String = "",
    canonical: String = "",
    language: String = "en",
    stylesheet: String = "",
    head: [UInt8] = [],
    notice: String? = nil,
    drafts: [UInt64: Draft] = [:],
    refresh: Refresh = .none,
    token: @escaping (PageSummary) -> String = { _ in "" }
  ) {
    self.chrome = chrome
    self.action = action
    self.canonical = canonical
    self.language = language
    self.stylesheet = stylesheet
    self.head = head
    self.notice = notice
    self.drafts = drafts
    self.refresh = refresh
    self.token = token
  }
}
