@testable import Gallery

extension Walk {
  /// The behavior of a kind of walk.
  struct Habits: Sendable {
    /// Whether the walk uses more than one tab.
    var hasTabs = true
  }

  /// Picks a random step among the possible ones.
  func nextStep(_ habits: Habits, using random: inout SeededGenerator) -> WalkStep {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...1 where canGoBack: return .back
    case 2 where canGoForward: return .forward
    case 3: return .reload
    case 4: return .restart
    case 5: return .submitAgain
    case 6 where habits.hasTabs:
      if tabCount < Self.tabLimit {
        return Bool.random(using: &random) ? .duplicateTab : .newTab(address(using: &random))
      }
      return .switchTab(Int.random(in: 0..<tabCount, using: &random))
    case 7 where habits.hasTabs && tabCount > 1:
      return .switchTab(Int.random(in: 0..<tabCount, using: &random))
    default: return stepOnPage(using: &random)
    }
  }

  private func address(using random: inout SeededGenerator) -> String {
    let id = model.items.randomElement(using: &random)?.id ?? 1
    return ["/inventory", "/inventory/add", "/inventory/items/\(id)"]
      .randomElement(using: &random) ?? "/inventory"
  }

  private func stepOnPage(using random: inout SeededGenerator) -> WalkStep {
    let screen = page.screen
    // Delete items that another tab edits more often. Otherwise, walks would rarely add one as a new
    // item.
    if screen == .list, let row = page.rows.firstIndex(where: { editedElsewhere.contains($0.id) }),
      Int.random(in: 0..<3, using: &random) == 0
    {
      return .tap("Delete", row: row)
    }
    if screen == .list, !page.rows.isEmpty, Int.random(in: 0..<5, using: &random) > 0 {
      let names = ["Open", "Open", "Duplicate", "Delete", "More"]
      return .tap(
        names.randomElement(using: &random) ?? "Open",
        row: Int.random(in: page.rows.indices, using: &random))
    }
    // Leave the form of a deleted item soon.
    if let form = screen.form, form.kind == .edit, !page.typed.isEmpty,
      !model.items.contains(where: { $0.id == form.item.id }), Bool.random(using: &random)
    {
      return .tap("Inventory")
    }
    if screen.form != nil, Int.random(in: 0..<5, using: &random) > 1 {
      return edit(using: &random)
    }
    return .tap(screen.buttons.randomElement(using: &random) ?? "Apply")
  }

  private func edit(using random: inout SeededGenerator) -> WalkStep {
    switch page.values.keys.sorted().randomElement(using: &random) {
    case "Color":
      let names = ["None"] + Item.Color.allCases.map(\.name)
      return .choose("Color", names.randomElement(using: &random) ?? "None")
    case "Quantity":
      let texts = ["0", "7", "42", "-3", "many"]
      return .fill("Quantity", texts.randomElement(using: &random) ?? "7")
    case "In stock": return .toggle("In stock")
    case "On back order": return .toggle("On back order")
    default:
      let names = ["", "Lamp", "Desk", "“A” & <b>", "Chair \(steps.count)"]
      return .fill("Name", names.randomElement(using: &random) ?? "Lamp")
    }
  }
}
