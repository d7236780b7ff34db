/// The markup around what views write: static bytes with marked slots between them.
///
/// It is made once for an application; rendering a page parses nothing.
package struct Chrome: Sendable {
  /// A part of a template.
  package enum Piece: Sendable, Equatable, ExpressibleByStringLiteral {
    case bytes([UInt8])
    case slot(Slot)

    package init(stringLiteral markup: String) { self = .bytes(Array(markup.utf8)) }
  }

  /// What is filled in for each page.
  package enum Slot: String, Sendable, CaseIterable {
    /// The language of the page, for an attribute.
    case lang
    /// In a page the title of the topmost level; in a bar or dialog its own.
    case title
    /// The canonical URL, for an attribute.
    case canonical
    /// The style sheet's URL, for an attribute.
    case stylesheet
    /// Elements at the end of the head, or nothing.
    case head
    /// All layers.
    case layers
    /// The id of the layer: `layer0`.
    case id
    /// The URL of the form, for an attribute.
    case action
    /// ` inert` where a layer is not the top one, and ` enctype="multipart/form-data"` where it takes files.
    case inert
    /// The whole hidden button that Enter presses, or nothing.
    case `default`
    /// The whole backdrop element.
    case backdrop
    /// The bar of the layer, from its own template.
    case bar
    /// The whole paragraph of a notice, or nothing.
    case notice
    /// What the view wrote.
    case content
    /// The whole hidden field of the token, or nothing.
    case token
    /// The whole Back button, or nothing.
    case back
    /// The id of the title: `layer0-title`.
    case titleID
    /// The whole element with the bar's buttons, or nothing.
    case toolbar
    /// The whole paragraph of an alert's message, or nothing.
    case message
    /// The id of the message: `layer0-message`.
    case messageID
    /// The buttons of an alert, without an element around.
    case buttons
    /// On an error page, the status code.
    case status
    /// On an error page, the URL of the link that leads on, for an attribute.
    case home
    /// On an error page, the whole element with the application's picture, or nothing.
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
