/// The markup around the output of views, as static bytes with slots between them.
///
/// It's created once per application, so that rendering a page doesn't parse templates.
package struct Chrome: Sendable {
  /// A part of a template.
  package enum Piece: Sendable, Equatable, ExpressibleByStringLiteral {
    case bytes([UInt8])
    case slot(Slot)

    package init(stringLiteral markup: String) { self = .bytes(Array(markup.utf8)) }
  }

  /// A placeholder that's filled in for each page.
  package enum Slot: String, Sendable, CaseIterable {
    /// The language of the page, for an attribute.
    case lang
    /// The attribute ` dir="rtl"` for a language that's written from right to left, or nothing.
    case dir
    /// The title of the topmost level for a page, or of the own level for a bar or dialog.
    case title
    /// The canonical URL, for an attribute.
    case canonical
    /// The style sheet's URL, for an attribute.
    case stylesheet
    /// Elements at the end of the head, which can be empty.
    case head
    /// All layers.
    case layers
    /// The ID of the layer, such as `layer0`.
    case id
    /// The URL of the form, for an attribute.
    case action
    /// Attributes of the form. They're ` inert` if the layer isn't the top one, and ` enctype="multipart/form-data"`
    /// if it has a file field.
    case inert
    /// The complete hidden button that Enter presses, or nothing.
    case `default`
    /// The complete backdrop element.
    case backdrop
    /// The bar of the layer, from its own template.
    case bar
    /// The complete paragraph of a notice, or nothing.
    case notice
    /// The output of the view.
    case content
    /// The complete hidden field of the token, or nothing.
    case token
    /// The complete Back button, or nothing.
    case back
    /// The ID of the title, such as `layer0-title`.
    case titleID
    /// The complete element with the bar's buttons, or nothing.
    case toolbar
    /// The complete paragraph of an alert's message, or nothing.
    case message
    /// The ID of the message, such as `layer0-message`.
    case messageID
    /// The buttons of an alert, without an element around them.
    case buttons
    /// The status code, on an error page.
    case status
    /// The URL of the link back to the application, for an attribute on an error page.
    case home
    /// The title of that link.
    case homeTitle
    /// The complete element with the application's picture on an error page, or nothing.
    case mark
  }

  package var page: [Piece]
  package var bar: [Piece]
  package var screen: [Piece]
  package var sheet: [Piece]
  package var popover: [Piece]
  package var cover: [Piece]
  package var alert: [Piece]
  package var confirmation: [Piece]

  package init(
    page: [Piece], bar: [Piece], screen: [Piece], sheet: [Piece], popover: [Piece],
    cover: [Piece], alert: [Piece], confirmation: [Piece]
  ) {
    self.page = page
    self.bar = bar
    self.screen = screen
    self.sheet = sheet
    self.popover = popover
    self.cover = cover
    self.alert = alert
    self.confirmation = confirmation
  }

  func pieces(of kind: LayerKind) -> [Piece] {
    switch kind {
    case .screen, .pushed: screen
    case .sheet: sheet
    case .popover: popover
    case .cover: cover
    case .alert: alert
    case .confirmation: confirmation
    }
  }
}
