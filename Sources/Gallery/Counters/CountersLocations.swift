import CairnModels
import Foundation

extension CountersModel.State: Located {
  static var locations: some Locations<Self> {
    Place(\.factPrompt, "facts", \.count) { count, _ in
      FactPromptModel.State(count: count, fact: "Nothing is known yet.")
    }
  }
}
