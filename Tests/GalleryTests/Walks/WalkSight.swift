import CairnTesting
import Ways

@testable import Gallery

/// What a browser shows of a page, as far as the model knows it.
struct WalkSight {
  let path: String
  let pile: [String]
  let rows: [String]
  let values: [String: String]
  let notice: String?

  /// Reads of a page what a screen has: to look for all else would double the time of a walk.
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

  /// What is not as an outcome has it.
  func problems(showing outcome: WalkOutcome) -> [String] {
    var page = WalkModel.Page(
      mark: nil, screen: outcome.screen, rows: outcome.screen == .list ? outcome.items : [])
    page.isCopy = outcome.isCopy
    var problems = problems(showing: page)
    // What is gone has a page below it, at its own address.
    if path != outcome.screen.path, !outcome.hasNotice {
      problems.append("The address is \(path), not \(outcome.screen.path)")
    }
    if !outcome.hasNotice, let notice { problems.append("The notice says: \(notice)") }
    if outcome.hasNotice, notice == nil { problems.append("There is no notice") }
    return problems
  }

  /// What is not as a page has it.
  func problems(showing page: WalkModel.Page) -> [String] {
    var problems: [String] = []
    if pile != page.screen.pile {
      problems.append("The pile is \(pile), not \(page.screen.pile)")
    }
    let rows = page.rows.map { "\($0.name) \($0.summary) Duplicate Delete More" }
    if self.rows != rows { problems.append("The rows are \(self.rows), not \(rows)") }
    if values != page.values { problems.append("The fields are \(values), not \(page.values)") }
    return problems
  }
}
