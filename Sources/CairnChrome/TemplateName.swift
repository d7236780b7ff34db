package import CairnViews

/// The templates of the chrome: one file `NAME.mustache` each.
package enum TemplateName: String, CaseIterable, Sendable {
  case page, screen, sheet, popover, cover, alert, confirmation, bar, error

  package var fileName: String { rawValue + ".mustache" }

  /// Slots without which a page would not work; a template has to have each of them.
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

  /// Slots that a template may do without.
  package var optional: [Chrome.Slot] {
    switch self {
    case .page: [.lang, .canonical, .stylesheet]
    // The names of title and message are made of the layer's id, so every layer may use them.
    case .screen, .cover: [.titleID]
    case .sheet, .popover: [.backdrop, .titleID]
    case .alert, .confirmation: [.backdrop, .titleID, .notice, .messageID]
    case .bar: [.titleID]
    case .error: [.status, .home, .stylesheet, .lang, .mark]
    }
  }
}
