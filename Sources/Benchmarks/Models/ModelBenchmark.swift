import CairnModels
import CairnViews
import Foundation

/// A benchmark of models, with writes, observers, and the memory of many models.
struct ModelBenchmark {
  let rounds: Int

  func run() async throws {
    print("Models on one core, in nanoseconds, as the median of \(rounds) rounds.")
    try await deepWrites()
    await manyModels()
    await rows()
    print("")
  }

  private func deepWrites() async throws {
    let writes = 100_000
    let store = Store<Tower>(initialState: .init())
    let tower = store.model
    let room = tower.$storey.$room
    line(
      "a write three levels deep", await median { for _ in 0..<writes { room.enter() } } / writes)

    // The observers run on this core. The figures therefore include their own work, but not the cost of waking other
    // threads.
    var top = tower.changes(of: \.visits).makeAsyncIterator()
    var middle = tower.$storey.changes(of: \.visits).makeAsyncIterator()
    var bottom = room.changes(of: \.count).makeAsyncIterator()
    var valueCount = 0
    let observed = await median {
      for _ in 0..<writes / 100 {
        for _ in 0..<100 { room.enter() }
        for _ in 0..<100 {
          guard let first = await top.next(), let second = await middle.next(),
            let third = await bottom.next(), first == second, second == third
          else { return }
          valueCount += 1
        }
      }
    }
    guard valueCount == writes * (rounds + 1), store.state.storey.room.count == room.count else {
      throw Failure("Observers received \(valueCount) values.")
    }
    line("a write three levels deep, observed on each level", observed / writes)
  }

  private func manyModels() async {
    let count = 10_000
    let before = residentBytes()
    let rooms = (0..<count).map { Room.State(id: $0) }
    let store = Store<Street>(
      initialState: .init(rooms: IdentifiedArray(uniqueElements: rooms)))
    let models = store.model.$rooms
    print(
      "  " + Column.left("memory per model, of \(count), in bytes", 60)
        + Column.right(Column.number(Double(residentBytes() - before) / Double(count), 0)))
    let street = store.model
    line(
      "a change of one of \(count), by the model itself",
      await median { for model in models { model.enter() } } / count)
    line(
      "a change of one of \(count), by the parent",
      await median { for id in 0..<100 { street.enter(id * 97) } } / 100)
    line(
      "access to all \(count) models, per model", await median { _ = store.model.$rooms } / count)
  }

  private func rows() async {
    let count = 1000
    let store = Store<Street>(
      initialState: .init(
        rooms: IdentifiedArray(uniqueElements: (0..<count).map { Room.State(id: $0) })))
    let rooms = store.model.$rooms
    for (name, memory) in [
      ("all rows evaluated", nil), ("changed rows evaluated", RenderMemory(isOn: true)),
    ] {
      let page = await median {
        rooms[0].enter()
        var context = PageContext(action: "/")
        context.memory = memory
        _ = renderPage(RoomList(model: store.model), context).summary
      }
      line("a row of a page of \(count), one changed, \(name)", page / count)
    }
  }

  private func line(_ name: String, _ nanoseconds: Double) {
    print("  " + Column.left(name, 60) + Column.right(Column.number(nanoseconds, 0)))
  }

  /// Returns the duration of a round in nanoseconds, as the median of all rounds.
  private func median(_ body: () async -> Void) async -> Double {
    await body()
    var figures: [Double] = []
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      await body()
      figures.append((ContinuousClock.now - start) / .nanoseconds(1))
    }
    return figures.sorted()[rounds / 2]
  }

  private func residentBytes() -> Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
      .split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return (pages ?? 0) * 4096
  }
}

private func / (nanoseconds: Double, count: Int) -> Double { nanoseconds / Double(count) }

private struct RoomList: View {
  @ObservedModel var model: Street

  var body: some View {
    List {
      ForEach(model.$rooms) { room in RoomRow(model: room) }
    }
  }
}

private struct RoomRow: View, Equatable {
  @ObservedModel var model: Room

  var body: some View {
    HStack {
      Text("Room \(model.id)").font(.headline)
      Text("\(model.count) visits")
      Button("Enter") { model.enter() }
      Button("Leave") { model.enter() }
    }
  }
}
