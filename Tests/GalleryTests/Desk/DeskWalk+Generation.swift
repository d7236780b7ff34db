import CairnTesting

extension DeskWalk {
  /// Picks a random step among the possible ones.
  func nextStep(using random: inout SeededGenerator) -> DeskStep {
    switch Int.random(in: 0..<32, using: &random) {
    case 0...2: return .back
    case 3: return .forward
    case 4: return .reload
    case 5: return .restart
    case 6: return .submitAgain
    case 7: return .signOutElsewhere
    case 8: return .stranger
    case 9: return tabs.count < Self.tabLimit ? .duplicateTab : otherTab(using: &random)
    case 10: return tabs.count < Self.tabLimit ? .samePage : otherTab(using: &random)
    case 11:
      return tabs.count < Self.tabLimit
        ? .newTab(Self.addresses.randomElement(using: &random) ?? "/desk")
        : otherTab(using: &random)
    case 12...13: return otherTab(using: &random)
    default: return stepOnPage(using: &random)
    }
  }

  private static let addresses = [
    "/desk", "/desk?status=open&page=2", "/desk/3/comments", "/desk/4?q=Lamp", "/desk/3/7/comments",
    "/pad", "/pad", "/pad",
  ]

  private func otherTab(using random: inout SeededGenerator) -> DeskStep {
    .switchTab(Int.random(in: 0..<tabs.count, using: &random))
  }

  private func stepOnPage(using random: inout SeededGenerator) -> DeskStep {
    let page = DeskSight(browser)
    if let field = page.fields.randomElement(using: &random),
      Int.random(in: 0..<6, using: &random) < (page.typed.isEmpty ? 3 : 1)
    {
      // Each text is unique.
      return .fill(field.label, "\(field.label) \(steps.count)")
    }
    return .tap(page.controls.randomElement(using: &random) ?? "Sign in")
  }
}
