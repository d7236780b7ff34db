import CairnModels

/// A number that can be counted, and asked about.
struct CounterModel: Model {
  struct State: Equatable, Codable {
    var count = 0
    @Writable var alert: AlertState<Never>?
    var isLoading = false
  }

  enum Event: Equatable {
    case onFact(String)
  }

  @ModelDependency(\.factClient.fetch) var fetchFact
  @ModelState private var state: State

  func decrementTapped() {
    state.count -= 1
  }

  func incrementTapped() {
    state.count += 1
  }

  func factButtonTapped() {
    state.isLoading = true
    task {
      defer { state.isLoading = false }
      let fact = try await fetchFact(state.count)
      send(.onFact(fact))
    } catch: { _ in
      state.alert = AlertState {
        "Could not load a fact"
      } message: {
        "Try again in a moment."
      }
    }
  }
}
