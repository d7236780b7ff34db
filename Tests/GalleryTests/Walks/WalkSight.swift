import CairnTesting
import Ways

@testable import Gallery

/// The visible content of a page, as far as the model describes it.
struct WalkSight {
  let path: String
  let pile: [String]
  let rows: [String]
  let values: [String: String]
  let notice: String?

  /// Reads only the content that the screen has. Reading everything would double the time of a walk.
  init(of browser: Browser, showing screen: WalkScreen) {
    let layers = browser.layers
    path = browser.path
    pile = layers.map { "\($0.kind) \($0.title)" }
    rows = screen == .list ? browser.rows : []
    let fields = screen.form == nil ? [] : browser.fields
    values = Dictionary(
      fields.filter { $0.label != "Timer" }.map { ($0.label, $0.value) },
      uniquingKeysWith: { "\($0) and \($1)" })
    notice = layers.last?.node.first(class: "notice")?.visibleText
  }

  /// The differences from an outcome.
  func problems(showing outcome: WalkOutcome) -> [String] {
    var page = WalkModel.Page(
      sceneID: nil, screen: outcome.screen, rows: outcome.screen == .list ? outcome.items : [])
    page.isCopy = outcome.isCopy
    var problems = problems(showing: page)
    // A deleted item shows the page below it at the item's address.
    if path != outcome.screen.path, !outcome.hasNotice {
      problems.append("The address is \(path) instead of \(outcome.screen.path)")
    }
    if !outcome.hasNotice, let notice { problems.append("Unexpected notice: \(notice)") }
    if outcome.hasNotice, notice == nil { problems.append("The notice is missing") }
    return problems
  }

  /// The differences from a page.
  func problems(showing page: WalkModel.Page) -> [String] {
    var problems: [String] = []
    if pile != page.screen.pile {
      problems.append("The layers are \(pile) instead of \(page.screen.pile)")
    }
    let rows = page.rows.map { "\($0.name) \($0.summary) Duplicate Delete More" }
    if self.rows != rows { problems.append("The rows are \(self.rows) instead of \(rows)") }
    if values != page.values {
      problems.append("The fields are \(values) instead of \(page.values)")
    }
    return problems
  }
}
