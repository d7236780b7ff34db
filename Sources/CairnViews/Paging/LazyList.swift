import CairnTexts

/// A list whose rows are loaded page by page, with a button for the next page.
///
/// With the client script, the list presses the button itself when the user scrolls near it. The first page, and a page
/// after a failure, are loaded only if the user presses the button.
///
/// ```swift
/// LazyList(store.tickets) { ticket in
///   NavigationLink(ticket.title, to: "tickets/\(ticket.id)") { store.send(.ticketTapped(ticket.id)) }
/// } more: {
///   store.send(.showMoreTapped)
/// }
/// ```
/// The state contains a ``Paging``. While a page is being loaded, the list shows an indicator. If that fails, it shows a
/// message, and the button tries again.
///
/// To load rows again that the state doesn't contain anymore, pass a closure `previous`, which adds a button above the
/// rows.
public struct LazyList<Cursor, Element: Identifiable, Row: View>: View {
  @usableFromInline let paging: Paging<Cursor, Element>
  @usableFromInline let previous: (() -> Void)?
  @usableFromInline let loadsOnScroll: Bool
  @usableFromInline let more: () -> Void
  @usableFromInline let row: (Element) -> Row

  /// Creates a list.
  /// - Parameters:
  ///   - paging: The loaded rows.
  ///   - previous: Loads the page before the loaded ones, or `nil` if there's no button for it.
  ///   - loadsOnScroll: Whether scrolling near the button loads the next page, which requires the client script.
  ///   - row: Returns the row of an element.
  ///   - more: Loads the page after the loaded ones.
  @inlinable
  public init(
    _ paging: Paging<Cursor, Element>, previous: (() -> Void)? = nil, loadsOnScroll: Bool = true,
    @ViewBuilder row: @escaping (Element) -> Row, more: @escaping () -> Void
  ) {
    self.paging = paging
    self.previous = previous
    self.loadsOnScroll = loadsOnScroll
    self.more = more
    self.row = row
  }

  @inlinable public var body: some View {
    VStack {
      if let previous, paging.hasPrevious {
        PagingButton(.showPrevious, isLoading: paging.isLoading, action: previous)
      }
      List(paging.elements, row: row)
      PagingStatusView(isLoading: paging.isLoading, hasFailed: paging.hasFailed)
      if paging.hasMore {
        PagingButton(
          .showMore, isLoading: paging.isLoading, page: loadsOnScroll ? paging.nextPageNumber : nil,
          action: more)
      }
    }
    .class("lazy-list")
  }
}

/// A button that loads a page.
@usableFromInline
struct PagingButton: View {
  private let title: SystemText
  private let isLoading: Bool
  private let page: Int?
  private let action: () -> Void

  /// - Parameter page: The number of the page that the script loads once if the button comes near the window, or `nil`
  ///   if it doesn't.
  @usableFromInline
  init(_ title: SystemText, isLoading: Bool, page: Int? = nil, action: @escaping () -> Void) {
    self.title = title
    self.isLoading = isLoading
    self.page = page
    self.action = action
  }

  @usableFromInline var body: some View {
    Modified(
      TextsReader { texts in Button(texts[title], action: action) }
        .buttonStyle(.bordered).disabled(isLoading),
      _AttributeModifier("data-more", page.map { "\($0)" }, isOn: page != nil))
  }
}

/// The indicator of a page that's being loaded, or the message that it couldn't be loaded.
@usableFromInline
struct PagingStatusView: View {
  private let isLoading: Bool
  private let hasFailed: Bool

  @usableFromInline
  init(isLoading: Bool, hasFailed: Bool) {
    self.isLoading = isLoading
    self.hasFailed = hasFailed
  }

  @usableFromInline var body: some View {
    if isLoading { TextsReader { texts in ProgressView(texts[.loading]) } }
    if hasFailed {
      TextsReader { texts in Text(texts[.rowsUnavailable]) }.attribute("role", "alert")
    }
  }
}
