@testable import Gallery

/// The expected state of the inventory and each of its pages, in plain Swift.
struct WalkModel {
  /// A scene, identified by a page's scene ID.
  struct Scene {
    var screen: WalkScreen
    /// The last screen that wasn't a dialog, without values that weren't applied.
    var basis = WalkScreen.list
    /// The first screen, if it was opened by a location.
    var base: WalkScreen?
    /// The pages from which something was submitted.
    var submitted: Set<Int> = []
    /// The number of submissions.
    var turns = 0
    /// Whether the server shows a notice until the next submission.
    var hasNotice = false
  }

  /// A page in the history of a tab, as the browser keeps it.
  struct Page {
    let sceneID: String?
    /// The ID of the scene that a submission of the page started.
    var child: String?
    let screen: WalkScreen
    /// The rows of a list at the time when the page was rendered.
    let rows: [Item]
    /// Whether it was rendered from a copy, because its scene had moved on.
    var isCopy = false
    /// The number of submissions to its scene at that time.
    var turn = 0
    var typed: [String: String] = [:]
    /// The resulting location of each submission.
    var answers: [Submission: String] = [:]
  }

  /// A button with the values of all fields.
  struct Submission: Hashable {
    let name: String
    let id: Item.ID?
    let values: [String: String]
  }

  var items: [Item]
  /// The ID of the next item.
  var nextID: Item.ID
  var scenes: [String: Scene] = [:]
  var pages: [Page] = []

  init(_ items: [Item]) {
    self.items = items
    nextID = (items.map(\.id).max() ?? 0) + 1
  }

  func item(_ id: Item.ID) -> Item? { items.first { $0.id == id } }
}

/// A possible result of a step.
struct WalkOutcome {
  var items: [Item]
  var nextID: Item.ID
  var screen: WalkScreen
  /// The ID of its scene, or `nil` for a new scene.
  var sceneID: String?
  /// Whether going back to the page leads to the new scene.
  var isChild = false
  /// Whether the server shows a notice, for example because the button wasn't run.
  var hasNotice = false
  /// Whether the page shows a copy, because the scene has moved on.
  var isCopy = false
}

extension WalkModel.Page {
  /// The values that the fields show, by label.
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
