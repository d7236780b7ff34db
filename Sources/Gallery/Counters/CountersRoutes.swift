import CairnModels
import Foundation

/// The URL of the fact prompt. For example, `/counters/facts/7` opens a prompt for the number 7.
extension CountersModel.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.factPrompt, "facts", \.count) { count, _ in
      FactPromptModel.State(count: count, fact: "No fact yet.")
    }
  }
}
