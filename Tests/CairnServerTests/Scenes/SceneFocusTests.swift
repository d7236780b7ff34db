import Testing

@testable import CairnServer
@testable import CairnViews

/// The focus on the page after a submission.
@Suite struct SceneFocusTests {
  private let button = TappedButton(id: 7)

  private func page(_ levels: [(UInt64, LayerKind)]) -> PageSummary {
    var summary = PageSummary()
    summary.levels = levels.map { LevelSummary(kind: $0.1, identity: $0.0, title: "") }
    return summary
  }

  private var base: PageSummary { page([(1, .screen)]) }
  private var sheet: PageSummary { page([(1, .screen), (2, .sheet)]) }
  private var screen: PageSummary { page([(1, .screen), (3, .pushed)]) }

  /// Presses a button on a page that leads to another page.
  private func press(
    _ button: TappedButton, on page: PageSummary, to next: PageSummary, _ focus: inout SceneFocus,
    isTyping: Bool = false
  ) {
    focus.begin(button, on: page)
    focus.note(on: page.layerPath, at: "/items", now: next, isTyping: isTyping)
  }

  @Test func `The focus stays on a button whose layer stays`() {
    var focus = SceneFocus()
    press(button, on: base, to: base, &focus)
    #expect(focus.take() == .stays(on: button))
    #expect(focus.step == nil)
  }

  @Test func `Only the first page after a submission moves the focus`() {
    var focus = SceneFocus()
    press(button, on: base, to: screen, &focus)
    #expect(focus.take() == .presented)
    #expect(focus.step == .push)
    #expect(focus.take() == nil)
    #expect(focus.step == nil)
  }

  @Test func `The focus returns to the button that presented a dismissed layer`() {
    var focus = SceneFocus()
    press(button, on: base, to: sheet, &focus)
    #expect(focus.take() == .presented)
    press(TappedButton(id: 8), on: sheet, to: base, &focus)
    #expect(focus.take() == .returns(to: button, path: "/items"))
    // Another button presents it again.
    press(TappedButton(id: 9), on: base, to: sheet, &focus)
    _ = focus.take()
    press(TappedButton(id: 8), on: sheet, to: base, &focus)
    #expect(focus.take() == .returns(to: TappedButton(id: 9), path: "/items"))
  }

  @Test func `A layer that replaces another one has the same opener`() {
    let dialog = page([(1, .screen), (4, .confirmation)])
    var focus = SceneFocus()
    press(button, on: base, to: dialog, &focus)
    press(TappedButton(id: 8), on: dialog, to: sheet, &focus)
    #expect(focus.take() == .presented)
    // A layer above the new one has its own opener.
    let both = page([(1, .screen), (2, .sheet), (5, .alert)])
    press(TappedButton(id: 9), on: sheet, to: both, &focus)
    press(TappedButton(id: 10), on: both, to: sheet, &focus)
    #expect(focus.take() == .returns(to: TappedButton(id: 9), path: "/items"))
    press(TappedButton(id: 11), on: sheet, to: base, &focus)
    #expect(focus.take() == .returns(to: button, path: "/items"))
  }

  @Test func `The focus returns to the path if no button is known`() {
    var focus = SceneFocus()
    press(button, on: screen, to: base, &focus)
    #expect(focus.take() == .returns(to: nil, path: "/items"))
    #expect(focus.step == .pop)
  }

  @Test func `The focus returns to the link that led to a page`() {
    var focus = SceneFocus()
    let layers = sheet.layerPath
    let isSought = [focus.seeksLinks(to: layers), focus.seeksLinks(to: layers)]
    #expect(isSought == [true, false])
    // The page has a link to itself, too.
    focus.note([1: button, 2: TappedButton(id: 9)], to: layers)
    press(TappedButton(id: 8), on: sheet, to: base, &focus)
    #expect(focus.take() == .returns(to: button, path: "/items"))
  }

  @Test func `No link is sought for a layer that a button has presented`() {
    var focus = SceneFocus()
    press(button, on: base, to: sheet, &focus)
    let isSought = [base, sheet].map { focus.seeksLinks(to: $0.layerPath) }
    #expect(isSought == [false, false])
  }

  @Test func `While the user types, the focus only moves when the page does`() {
    var focus = SceneFocus()
    press(button, on: base, to: base, &focus, isTyping: true)
    #expect(focus.take() == .moved(from: [1], openers: [:]))
  }

  @Test func `A question gets the focus`() {
    var focus = SceneFocus()
    focus.begin(button, on: base)
    focus.forget(isAsked: true)
    #expect(focus.take() == .presented)
    focus.begin(button, on: base)
    focus.forget(isAsked: false)
    #expect(focus.take() == nil)
  }

  @Test func `The rows of opening buttons are known while their layers exist`() {
    var focus = SceneFocus()
    var rows = RowsAround()
    rows.row = 42
    let inRow = TappedButton(id: 7, rows: rows)
    press(inRow, on: base, to: sheet, &focus)
    #expect(focus.openerRows == [2: 42])
    #expect(focus.moved(from: [1, 2]) == .moved(from: [1, 2], openers: [2: inRow]))
    press(TappedButton(id: 8), on: sheet, to: base, &focus)
    #expect(focus.openerRows.isEmpty)
  }
}
