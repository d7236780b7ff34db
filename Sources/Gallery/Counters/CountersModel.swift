import CairnModels
import Foundation

/// A list of counters with their sum, and a prompt with a fact about one of them.
struct CountersModel: Model {
  struct State: Equatable, Codable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil

    var sum: Int { counters.reduce(0) { $0 + $1.counter.count } }
  }

  @ModelDependency(\.uuid) var uuid
  @ModelState private var state: State

  func addButtonTapped() {
    state.counters.append(.init(id: uuid()))
  }

  /// Handles the events of the models that this model contains. Cairn calls it once, when the model is first
  /// created.
  func onActivate() {
    forEach(events(from: \.$counters)) { event, counter in
      switch event {
      case .onRemove:
        state.counters.removeAll { [id = counter.id] in $0.id == id }
      }
    }

    forEach(events(fromType: CounterModel.self)) { event, counter in
      switch event {
      case .onFact(let fact):
        state.factPrompt = .init(count: counter.count, fact: fact)
      }
    }

    forEach(events(of: .onDismiss, from: \.$factPrompt)) { _ in
      state.factPrompt = nil
    }
  }
}
