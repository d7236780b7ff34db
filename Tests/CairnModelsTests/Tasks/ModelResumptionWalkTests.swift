import CairnModels
import CairnModelsTesting
import Testing

/// Random walks with work that begins again after a restart.
@Suite(.timeLimit(.minutes(30))) struct ModelResumptionWalkTests {
  /// Running work, as the walk expects it.
  private struct Work {
    let name: String
    let key: String
    var starts = 1
  }

  @Test(arguments: UInt64(1)...20)
  func `Work begins again once per restart with its key, and each result is applied once`(
    seed: UInt64
  ) async {
    var random = SplitMix(seed: seed)
    let store = TestStore<FactoryModel>(initialState: .init(), exhaustivity: .off)
    @TestModel var machine = store.model.$machine
    var running: [Work] = []
    var (begun, done, interrupted) = ([String](), [String](), [String]())
    for step in 0..<30 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let work = Work(name: Bool.random(using: &random) ? "a" : "b", key: "k\(step)")
        store.withDependencies { $0.idempotencyKey = IdempotencyKey(work.key) }
        machine.begin(work.name)
        begun.append(work.name)
        running.append(work)
      case 3:
        machine.stop()
        running = []
      case 4:
        machine.open()
        done += running.map { "\($0.name) \($0.key)" }
        running = []
        await store.finish()
        machine.close()
      default:
        store.restart()
        machine = store.model.$machine
        interrupted += running.filter { $0.starts == 5 }.map(\.name)
        running = running.filter { $0.starts < 5 }
        for index in running.indices { running[index].starts += 1 }
        begun += running.map(\.name)
      }
      #expect(machine.begun == begun, "step \(step)")
      #expect(machine.done.sorted() == done.sorted(), "step \(step)")
      #expect(machine.interrupted.sorted() == interrupted.sorted(), "step \(step)")
    }
    machine.stop()
  }
}

private struct FactoryModel: Model {
  struct State: Codable, Equatable {
    @StateModel<MachineModel> var machine = .init()
  }

  @ModelState private var state: State
}

private struct MachineModel: Model {
  struct State: Codable, Equatable {
    var begun: [String] = []
    var done: [String] = []
    var interrupted: [String] = []
    var isOpen = false
  }

  static var persistedMethods: [PersistedMethod<Self>] {
    [
      PersistedMethod("begin", Self.begin),
      PersistedMethod("noteInterruption", Self.noteInterruption),
    ]
  }

  @ModelState private var state: State

  func begin(_ name: String) {
    state.begun.append(name)
    task(resume: "begin", with: name) {
      @Dependency(\.idempotencyKey) var key
      await waitUntil(state.isOpen)
      if !Task.isCancelled { state.done.append("\(name) \(key)") }
    }
    .cancel(for: "work")
    .onInterruption(call: "noteInterruption", with: name)
  }

  func noteInterruption(_ name: String) { state.interrupted.append(name) }

  /// Lets the work continue.
  func open() { state.isOpen = true }

  func close() { state.isOpen = false }

  func stop() { cancelAll(for: "work") }
}

/// A generator whose numbers depend only on its seed.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
