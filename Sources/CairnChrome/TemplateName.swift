package import CairnViews

/// The names of the templates. Each one is in a file `NAME.mustache`.
package enum TemplateName: String, CaseIterable, Sendable {
  case page, screen, sheet, popover, cover, alert, confirmation, bar, error

  package var fileName: String { rawValue + ".mustache" }

  /// The slots that a template must have, because the page wouldn't work without them.
  package var required: [Chrome.Slot] {
    switch self {
    case .page: [.title, .head, .layers]
    case .screen: [.id, .action, .inert, .default, .bar, .notice, .content, .token]
    case .sheet, .popover, .cover:
      [.id, .action, .inert, .default, .bar, .notice, .content, .token]
    case .alert, .confirmation:
      [.id, .action, .inert, .default, .title, .message, .buttons, .token]
    case .bar: [.back, .title, .toolbar]
    case .error: [.title, .message]
    }
  }

  /// The slots that a template can have.
  package var optional: [Chrome.Slot] {
    switch self {
    case .page: [.lang, .dir, .canonical, .stylesheet]
    // The element IDs of title and message are derived from the layer's ID, so every layer can use them.
    case .screen, .cover: [.titleID]
    case .sheet, .popover: [.backdrop, .titleID]
    case .alert, .confirmation: [.backdrop, .titleID, .notice, .messageID]
    case .bar: [.titleID]
    case .error: [.status, .home, .homeTitle, .stylesheet, .lang, .dir, .mark]
    }
  }
}
