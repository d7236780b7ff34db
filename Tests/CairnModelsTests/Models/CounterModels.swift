import CairnModels
import Foundation

/// The counters with facts, for tests of models.
struct CounterModel: Model {
  struct State: Equatable {
    @Writable var count = 0
    var fact: String?
  }

  enum Event: Equatable {
    case onFact(String)
  }

  @ModelDependency(\.facts) var facts
  @ModelState private var state: State

  func incrementTapped() { state.count += 1 }

  func decrementTapped() { state.count -= 1 }

  func set(_ count: Int) { state.count = count }

  func factTapped() {
    task {
      send(.onFact(try await facts.fetch(state.count)))
    } catch: { _ in
      state.fact = "unknown"
    }
  }
}

struct CounterRowModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    @StateModel<CounterModel> var counter = .init()
    var id: Int
  }

  enum Event {
    case onRemove
  }

  @ModelState private var state: State

  func removeTapped() { send(.onRemove) }
}

struct FactPromptModel: Model {
  struct State: Equatable {
    let count: Int
    var fact: String
  }

  enum Event {
    case onDismiss
  }

  @ModelState private var state: State

  func dismissTapped() { send(.onDismiss) }

  func change(_ fact: String) { state.fact = fact }
}

struct CountersModel: Model {
  struct State: Equatable {
    @StateModel<[CounterRowModel]> var counters = []
    @StateModel<FactPromptModel?> var factPrompt = nil
    @StateModel<CounterModel> var header = .init()

    var sum: Int { counters.reduce(0) { $0 + $1.counter.count } }
  }

  @ModelState private var state: State

  func addTapped(id: Int) { state.counters.append(.init(id: id)) }

  func remove(id: Int) { state.counters.removeAll { $0.id == id } }

  func show(_ fact: String) { state.factPrompt = .init(count: 0, fact: fact) }

  func change(_ body: (inout State) -> Void) { body(&state) }

  func onActivate() {
    forEach(events(from: \.$counters)) { event, row in
      switch event {
      case .onRemove: state.counters.removeAll { [id = row.id] in $0.id == id }
      }
    }
    forEach(events(of: .onDismiss, from: \.$factPrompt)) { _ in
      state.factPrompt = nil
    }
    forEach(events(fromType: CounterModel.self)) { event, counter in
      switch event {
      case .onFact(let fact): state.factPrompt = .init(count: counter.count, fact: fact)
      }
    }
  }
}

struct Facts: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension Facts: TestDependencyKey {
  static let testValue = Facts { "\($0) is a number." }
}

extension DependencyValues {
  var facts: Facts {
    get { self[Facts.self] }
    set { self[Facts.self] = newValue }
  }
}
