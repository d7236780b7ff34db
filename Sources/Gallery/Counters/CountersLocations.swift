import CairnModels
import Foundation

/// The URL of the fact prompt. For example, `/counters/facts/7` opens a prompt for the number 7.
extension CountersModel.State: Located {
  static var locations: some Locations<Self> {
    Place(\.factPrompt, "facts", \.count) { count, _ in
      FactPromptModel.State(count: count, fact: "No fact yet.")
    }
  }
}
