import CairnModels

/// A counter that can load a fact about its number.
///
/// Unlike a reducer, a model changes its state in methods. This sample uses models, and the other samples use
/// reducers.
struct CounterModel: Model {
  struct State: Equatable, Codable {
    var count = 0
    /// `@Writable` lets the view set this property. Dismissing the alert sets it to `nil`.
    @Writable var alert: AlertState<Never>?
    var isLoading = false
  }

  /// The events that this model sends to the models that contain it.
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
        "Couldn't load a fact"
      } message: {
        "Try again in a moment."
      }
    }
  }
}
