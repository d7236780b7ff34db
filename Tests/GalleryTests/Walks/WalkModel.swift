@testable import Gallery

/// What must be so of the inventory and of each page of it, in plain Swift.
struct WalkModel {
  /// A line of work that a page's mark names.
  struct Scene {
    var screen: WalkScreen
    /// What it showed last that was no question, without what was not applied.
    var basis = WalkScreen.list
    /// What it began with, where that was a location.
    var base: WalkScreen?
    /// The pages from which something was submitted.
    var submitted: Set<Int> = []
    /// How much was submitted.
    var turns = 0
    /// Whether the server has something to say until the next submission.
    var hasNotice = false
  }

  /// A page in the history of a tab, as the browser keeps it.
  struct Page {
    let mark: String?
    /// The mark of the scene that a submission of the page has begun.
    var offspring: String?
    let screen: WalkScreen
    /// The rows of a list, as they were when the page was made.
    let rows: [Item]
    /// Whether it was made of a copy, because its scene was elsewhere.
    var isCopy = false
    /// How much had been submitted to its scene.
    var turn = 0
    var typed: [String: String] = [:]
    /// Where the submissions led to.
    var answers: [Submission: String] = [:]
  }

  /// A button with the values of all fields.
  struct Submission: Hashable {
    let name: String
    let id: Item.ID?
    let values: [String: String]
  }

  var items: [Item]
  /// The id that the next item gets.
  var nextID: Item.ID
  var scenes: [String: Scene] = [:]
  var pages: [Page] = []

  init(_ items: [Item]) {
    self.items = items
    nextID = (items.map(\.id).max() ?? 0) + 1
  }

  func item(_ id: Item.ID) -> Item? { items.first { $0.id == id } }
}

/// What a step may lead to.
struct WalkOutcome {
  var items: [Item]
  var nextID: Item.ID
  var screen: WalkScreen
  /// The scene that it is on; nil for a new one.
  var mark: String?
  /// Whether Back to the page leads to the new scene.
  var isOffspring = false
  /// Whether the server has something to say, as where nothing was done.
  var hasNotice = false
  /// Whether the shown page is a copy's, because the scene is elsewhere.
  var isCopy = false
}

extension WalkModel.Page {
  /// What the fields show, by label.
  var values: [String: String] {
    guard let form = screen.form else { return [:] }
    var values = Dictionary(uniqueKeysWithValues: form.values.map { ($0.label, $0.value) })
    for (label, value) in form.drafts where values[label] != nil { values[label] = value }
    values.merge(typed) { $1 }
    return values
  }

  func submission(of name: String, row: Int?) -> WalkModel.Submission {
    WalkModel.Submission(name: name, id: row.map { rows[$0].id }, values: values)
  }
}
