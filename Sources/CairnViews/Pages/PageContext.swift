package import CairnTexts

/// The data that a page requires in addition to its view.
package struct PageContext {
  /// The way in which a page refreshes itself.
  package enum Refresh: Sendable {
    case none
    /// Effects are running. A page without editable fields refreshes itself, and a page with fields has a button.
    case effectsRunning
  }

  /// The form in which a page is written.
  package enum Form {
    case whole
    /// A patch, which changes the page that the browser shows.
    case patch(PatchOrder)
  }

  package var form = Form.whole
  /// The key for hashing regions, or `nil` if the page's regions aren't needed.
  package var regionKey: RegionHash.Key?
  /// The URL of the script, or an empty string to omit the script.
  package var script = ""
  /// Returns the cookie of the script whose values the page depends on, or `nil` if it doesn't depend on them. It's
  /// called after all layers are written.
  package var cookie: () -> String? = { nil }
  package var chrome: Chrome
  /// The URL that the top layer's form is posted to.
  package var action: String
  /// The path of the application, with a slash at its end.
  package var root = "/"
  /// The URL of the location, without a scene ID.
  package var canonical: String
  /// The framework's texts, in the language of the page.
  package var texts = Texts.english
  /// Whether the application has several languages, so that the page's language can change.
  package var isMultilingual = false
  /// The version of everything around the layers, or `nil` if it isn't written.
  package var frame: PageFrame?
  package var stylesheet: String
  /// Markup at the end of the page's head, which isn't escaped.
  package var head: [UInt8]
  /// A prefix for the page's title.
  package var titlePrefix = ""
  /// Markup after the layers, which isn't escaped.
  package var foot: [UInt8] = []
  /// The sentences of the message from the server, which is shown in the top layer.
  package var notice: [UserText]
  /// The typed texts that weren't applied, by the IDs of the fields.
  package var drafts: [UInt64: Draft]
  /// The typed texts of fields that aren't on the page. A page without a scene contains them, and its next form submits
  /// them again.
  package var carried: [(name: FieldName, text: String)] = []
  package var refresh: Refresh
  /// Whether a page that can change without a form may start a scene. If it may not, the scene starts with the next
  /// form.
  package var mayBegin = true
  /// An ID of the application, because pages of two applications can have equal levels.
  package var application: UInt64 = 0
  /// The state of the layer that the form was on, if the page is the response to a form.
  package var focus: PageFocus?
  /// The step from the previous page, if the page is the response to a form.
  package var step: PageStep?
  /// The URL of the previous page if the user followed a link, or an empty string if it's unknown.
  package var source = ""
  /// The rows with the buttons that presented layers, by layer. A confirmation dialog appears at its row.
  package var openerRows: [UInt64: UInt64] = [:]
  /// Whether the browser loads the page, and therefore shows its top.
  package var isLoaded = false
  /// Whether the scene is likely to need another page.
  package var isRemembered = true
  /// The memory with markup that the page's views wrote before, or `nil` to disable it.
  package var memory: RenderMemory?
  /// The maximum size of a page in bytes. A larger page is rendered without its largest rows.
  package var byteLimit = Int.max
  /// The rows of a page that's too large, or `nil` for any other page.
  var largeRows: LargeRows?
  /// Creates the form's token when the top layer is complete.
  package var token: (PageSummary) -> String

  package init(
    chrome: Chrome = .plain,
    action: String = "",
    canonical: String = "",
    stylesheet: String = "",
    head: [UInt8] = [],
    notice: [UserText] = [],
    drafts: [UInt64: Draft] = [:],
    refresh: Refresh = .none,
    token: @escaping (PageSummary) -> String = { _ in "" }
  ) {
    self.chrome = chrome
    self.action = action
    self.canonical = canonical
    self.stylesheet = stylesheet
    self.head = head
    self.notice = notice
    self.drafts = drafts
    self.refresh = refresh
    self.token = token
  }
}
