import CairnModels

/// A fact about a number, and a request for another fact.
struct FactPromptModel: Model {
  struct State: Equatable, Codable {
    let count: Int
    var fact: String
    var isLoading = false
    @Writable var alert: AlertState<Never>?
  }

  enum Event: Equatable {
    case onDismiss
  }

  @ModelDependency(\.factClient.fetch) var fetchFact
  @ModelState private var state: State

  func getAnotherFactButtonTapped() {
    state.isLoading = true
    task {
      defer { state.isLoading = false }
      state.fact = try await fetchFact(state.count)
    } catch: { _ in
      state.alert = AlertState {
        "Couldn't load a fact"
      } message: {
        "Try again in a moment."
      }
    }
  }

  func dismissButtonTapped() {
    send(.onDismiss)
  }
}
