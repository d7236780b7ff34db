import CairnModels
import Foundation

/// A counter in a list, which the user can remove.
///
/// The row can't remove itself from its parent's state. It sends an event, and `CountersModel` removes it.
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
