import CairnModels
import Foundation
import IssueReportingTestSupport
import Testing

/// Tests the containers that models can have in their state.
@Suite struct ModelContainerTests {
  private let store = Store<House>(initialState: .init())
  private var house: House { store.model }

  @Test func `An identified array has models`() {
    house.change { $0.rooms = [.init(id: 1), .init(id: 2)] }
    house.$rooms[id: 2]?.enter()
    #expect(house.$rooms.ids == [1, 2])
    #expect(house.rooms.map(\.visits) == [0, 1])
    let second = house.$rooms[1]
    house.change { $0.rooms.move(fromOffsets: [1], toOffset: 0) }
    second.enter()
    #expect(house.rooms.map(\.visits) == [2, 0])
    house.change { $0.rooms.remove(id: 2) }
    second.enter()
    #expect(house.rooms.map(\.visits) == [0])
    #expect(second.visits == 2)
  }

  @Test func `Models of array elements follow their IDs`() {
    house.change { $0.list = [.init(id: 1), .init(id: 2), .init(id: 3)] }
    let models = house.$list
    house.change { $0.list.reverse() }
    models[0].enter()
    #expect(house.list.map(\.visits) == [0, 0, 1])
    house.change { $0.list.removeFirst() }
    models[0].enter()
    models[2].enter()
    #expect(house.list.map(\.visits) == [0, 2])
  }

  @Test func `Elements with the same ID are distinguished by their order`() {
    house.change { $0.list = [.init(id: 1), .init(id: 1), .init(id: 1)] }
    house.$list[1].enter()
    house.$list[2].enter()
    house.$list[2].enter()
    #expect(house.list.map(\.visits) == [0, 1, 2])
  }

  @Test func `An enum has the model of its case`() throws {
    #expect(house.$place == nil)
    house.change { $0.place = .room(.init(id: 4)) }
    guard case .room(let room)? = house.$place as Place? else {
      Issue.record("Expected a room.")
      return
    }
    room.enter()
    #expect(house.place?.room?.visits == 1)
    house.change { $0.place = .garden(.init()) }
    room.enter()
    #expect(room.visits == 1)
    guard case .garden(let garden)? = house.$place as Place? else {
      Issue.record("Expected a garden.")
      return
    }
    garden.grow()
    #expect(house.state { $0.place } == .garden(.init(height: 1)))
    garden.dismiss()
    #expect(house.place == nil)
  }

  @Test func `Different cases with the same model type have different models`() {
    house.change { $0.place = .room(.init(id: 4)) }
    let room = house.$place as Place?
    house.change { $0.place = .cellar(.init(id: 4)) }
    room?.room?.enter()
    #expect(house.place?.cellar?.visits == 0)
  }

  @Test func `A case without a model is its value`() {
    house.change { $0.place = .note("closed", 3) }
    guard case .note("closed", 3)? = house.$place as Place? else {
      Issue.record("Expected a note.")
      return
    }
  }

  @Test func `A stack of an enum has models`() {
    house.change { $0.path = [.room(.init(id: 1)), .garden(.init()), .room(.init(id: 1))] }
    let models: [Place] = house.$path
    models[2].room?.enter()
    models[1].garden?.grow()
    #expect(
      house.path == [
        .room(.init(id: 1)), .garden(.init(height: 1)), .room(.init(id: 1, visits: 1)),
      ])
    house.change { $0.path.removeLast() }
    models[2].room?.enter()
    #expect(house.path.count == 2)
    #expect(house.path[0] == .room(.init(id: 1)))
  }

  @Test func `A custom container has models`() {
    house.$pair.right.grow()
    house.$pair.left.grow()
    house.$pair.right.grow()
    #expect(house.pair == Pair(left: .init(height: 1), right: .init(height: 2)))
    let before = store.state
    house.$pair.left.grow()
    #expect(before.pair.left.height == 1)
    #expect(house.pair.left.height == 2)
  }

  // MARK: Containers in containers

  @Test func `Models in a case can be removed and replaced`() {
    house.change { $0.place = .rooms([.init(id: 1), .init(id: 2)]) }
    guard case .rooms(let rooms)? = house.$place as Place? else { return #expect(Bool(false)) }
    rooms[1].enter()
    house.change { $0.place = .rooms([.init(id: 2, visits: 5)]) }
    rooms[0].enter()
    #expect(rooms[0].visits == 0)
    rooms[1].enter()
    #expect(house.place?.rooms?.map(\.visits) == [6])
    house.change { $0.place = .rooms([]) }
    rooms[1].enter()
    #expect(rooms[1].visits == 6)
    #expect(house.place?.rooms == [])
  }

  @Test func `Equal IDs in two cases are two models`() {
    house.change { $0.place = .rooms([.init(id: 1)]) }
    guard case .rooms(let rooms)? = house.$place as Place? else { return #expect(Bool(false)) }
    house.change { $0.place = .maybe(.init(id: 1)) }
    #expect(rooms[0].visits == 0)
    guard case .maybe(let room)? = house.$place as Place? else { return #expect(Bool(false)) }
    room?.enter()
    rooms[0].enter()
    #expect(house.place?.maybe??.visits == 1)
    house.change { $0.place = .maybe(nil) }
    room?.enter()
    #expect(room?.visits == 1)
  }

  @Test func `Equal IDs in two nested arrays are two models`() {
    house.change { $0.floors = [[.init(id: 1)], [.init(id: 1), .init(id: 2)]] }
    let floors: [[Room]] = house.$floors
    floors[1][0].enter()
    floors[0][0].enter()
    floors[1][0].enter()
    #expect(house.floors.map { $0.map(\.visits) } == [[1], [2, 0]])
  }

  @Test func `Models stay separate when elements get each other's IDs`() {
    house.change { $0.list = [.init(id: 2), .init(id: 2)] }
    var models: [Room] = house.$list
    models[1].enter()
    models[0].become(3)
    #expect(house.list.map(\.id) == [3, 2])
    models[1].enter()
    models[1].$door.open()
    models = house.$list
    #expect(models.map(\.visits) == [0, 1])
    models[1].$door.open()
    models[0].become(2)
    models = house.$list
    models[0].$door.open()
    #expect(house.list.map(\.door.isOpen) == [true, true])
    models[0].enter()
    #expect(house.list.map(\.visits) == [1, 1])
  }

  @Test func `A replaced element of a custom container with another ID gets a new model`() {
    house.change { $0.rooms2.left.visits = 1 }
    let old = house.$rooms2.left
    house.change { $0.rooms2.left = .init(id: 9) }
    old.enter()
    #expect(house.rooms2.left.visits == 0)
    #expect(old.visits == 1)
    house.$rooms2.left.enter()
    #expect(house.rooms2.left.visits == 1)
  }

  @Test func `A write leaves copies of the state unchanged`() {
    house.change {
      $0.rooms = [.init(id: 1), .init(id: 2)]
      $0.list = [.init(id: 1)]
      $0.path = [.room(.init(id: 1)), .garden(.init())]
    }
    let (room, listed) = (house.$rooms[0], house.$list[0])
    let (path, pair): ([Place], Pair<Garden>) = (house.$path, house.$pair)
    let before = store.state
    room.$door.open()
    listed.$door.open()
    path[0].room?.$door.open()
    path[1].garden?.grow()
    pair.left.grow()
    #expect(before.rooms[0].door.isOpen == false)
    #expect(before.list[0].door.isOpen == false)
    #expect(before.path == [.room(.init(id: 1)), .garden(.init())])
    #expect(before.pair.left.height == 0)
    #expect(house.rooms[0].door.isOpen)
    #expect(house.list[0].door.isOpen)
    #expect(house.path[0].room?.door.isOpen == true)
  }

  @Test func `The state is encoded as if it had no property wrappers`() throws {
    house.change {
      $0.rooms = [.init(id: 1)]
      $0.place = .garden(.init(height: 2))
      $0.path = [.garden(.init())]
      $0.name = "x"
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(store.state)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"floors":[],"list":[],"name":"x","pair":{"left":{"height":0},"right":{"height":0}},\
        "path":[{"garden":{"_0":{"height":0}}}],"place":{"garden":{"_0":{"height":2}}},\
        "rooms":[{"door":{"isOpen":false},"id":1,"visits":0}],\
        "rooms2":{"left":{"door":{"isOpen":false},"id":1,"visits":0},\
        "right":{"door":{"isOpen":false},"id":2,"visits":0}}}
        """)
    #expect(try JSONDecoder().decode(House.State.self, from: data) == store.state)
    var object = try #require(
      try JSONSerialization.jsonObject(with: data) as? [String: Any])
    object["place"] = nil
    #expect(
      try JSONDecoder().decode(
        House.State.self, from: JSONSerialization.data(withJSONObject: object)
      ).place == nil)
  }
}

@Suite struct PlainPayloadTests {
  @Test func `A payload without a model is its own state`() async {
    let store = Store<Shop>(initialState: .init())
    let shop = store.model
    func shown() -> String {
      switch shop.$sheet as Shop.Sheet? {
      case .room(let room)?: "room \(room.id)"
      case .rename(let name)?: "rename \(name)"
      case .floors(let floors)?: "floors \(floors)"
      case .sort(let sorting)?: "sort \(sorting)"
      case .due(let date)?: "due \(date == nil)"
      case nil: "nothing"
      }
    }
    #expect(shown() == "nothing")
    for (sheet, text) in [
      (.room(.init(id: 3)), "room 3"), (.rename("x"), "rename x"),
      (.floors([1, 1]), "floors [1, 1]"),
      (.sort(.byDate), "sort byDate"), (.due(nil), "due true"), (nil, "nothing"),
    ] as [(Shop.Sheet.State?, String)] {
      shop.show(sheet)
      #expect(shown() == text)
    }
    shop.show(.rename("y"))
    #expect(store.state.sheet?.rename == "y")
  }
}

private enum Sorting: PlainPayload, Codable {
  case byName, byDate
}

private struct Shop: Model {
  struct State: Equatable, Codable {
    @StateModel<Sheet?> var sheet = nil
  }

  @ModelContainer(state: .codable)
  enum Sheet {
    case room(Room)
    case rename(String)
    case floors([Int])
    case sort(Sorting)
    case due(Date?)
  }

  @ModelState private var state: State

  func show(_ sheet: Sheet.State?) { state.sheet = sheet }
}

// MARK: - Models

private struct House: Model {
  struct State: Equatable, Codable {
    @StateModel<IdentifiedArrayOf<Room>> var rooms = []
    @StateModel<[Room]> var list = []
    @StateModel<Place?> var place = nil
    @StateModel<[Place]> var path = []
    @StateModel<[[Room]]> var floors = []
    @StateModel<Pair<Room>> var rooms2 = Pair(left: .init(id: 1), right: .init(id: 2))
    @StateModel<Pair<Garden>> var pair = Pair(left: .init(), right: .init())
    @Writable var name = ""
  }

  @ModelState private var state: State

  func change(_ body: (inout State) -> Void) { body(&state) }

  func state<Value>(_ read: (State) -> Value) -> Value { read(state) }
}

private struct Room: Model, Identifiable {
  struct State: Equatable, Identifiable, Codable {
    var id: Int
    var visits = 0
    @StateModel<Door> var door = .init()
  }

  @ModelState private var state: State

  func enter() { state.visits += 1 }

  func become(_ id: Int) { state.id = id }
}

private struct Door: Model {
  struct State: Equatable, Codable {
    var isOpen = false
  }

  @ModelState private var state: State

  func open() { state.isOpen = true }
}

private struct Garden: Model {
  struct State: Equatable, Codable {
    var height = 0
  }

  @ModelState private var state: State

  func grow() { state.height += 1 }
}

@ModelContainer(state: .codable)
private enum Place {
  case cellar(Room)
  case garden(Garden)
  @ModelContainerIgnored
  case note(String, Int)
  case room(Room)
  case rooms([Room])
  case maybe(Room?)
}

private struct Pair<Element> {
  var left: Element
  var right: Element
}

extension Pair: Equatable where Element: Equatable {}
extension Pair: Sendable where Element: Sendable {}
extension Pair: Encodable where Element: Encodable {}
extension Pair: Decodable where Element: Decodable {}

extension Pair: StateContainer where Element: Equatable {
  var modelKeys: [String] { ["left", "right"] }

  subscript(modelKey key: String) -> Element? {
    get { key == "left" ? left : right }
    set {
      guard let newValue else { return }
      if key == "left" { left = newValue } else { right = newValue }
    }
  }
}

extension Pair: ModelContainer where Element: Model {
  static func models(in place: ModelPlace<Pair<Element.State>>) -> Pair {
    Pair(
      left: place.model(at: "left", place.state.left),
      right: place.model(at: "right", place.state.right))
  }
}
