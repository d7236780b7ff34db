import CairnModels

/// Three nested models.
struct Tower: Model {
  struct State: Equatable {
    @StateModel<Storey> var storey = .init()
    var name = "Tower"

    var visits: Int { storey.visits }
  }

  @ModelState private var state: State
}

struct Storey: Model {
  struct State: Equatable {
    @StateModel<Room> var room = .init()
    var number = 1

    var visits: Int { room.count }
  }

  @ModelState private var state: State
}

struct Room: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
    var name = "Room"
  }

  @ModelState private var state: State

  func enter() { state.count += 1 }
}

/// A model with many others in an identified array.
struct Street: Model {
  struct State: Equatable {
    @StateModel<IdentifiedArrayOf<Room>> var rooms = []
  }

  @ModelState private var state: State

  /// Changes a room from its parent.
  func enter(_ id: Int) { state.rooms[id: id]?.count += 1 }
}
