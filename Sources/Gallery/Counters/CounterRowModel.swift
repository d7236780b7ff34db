import CairnModels
import Foundation

/// A counter that can be removed.
struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable, Codable {
    @StateModel<CounterModel> var counter = .init()
    var id: UUID
  }

  enum Event: Equatable {
    case onRemove
  }

  @ModelState private var state: State

  func removeButtonTapped() {
    send(.onRemove)
  }
}
