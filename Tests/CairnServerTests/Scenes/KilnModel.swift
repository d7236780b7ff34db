import CairnModels
import CairnServer
import Synchronization

/// A model with work that begins again after a restart, and with work whose interruption is reported to it.
struct KilnModel: Model {
  struct State: Codable, Equatable {
    @StateModel<ShelfModel?> var shelf = nil
    var fired: [String] = []
    var firing = 0
    var heat = 0
    var isHeating = false
  }

  static var persistedMethods: [PersistedMethod<Self>] {
    [PersistedMethod("fire", Self.fire), PersistedMethod("cool", Self.cool)]
  }

  @ModelDependency(\.continuousClock) private var clock
  @ModelDependency(\.kilnLog) private var log
  @ModelDependency(\.probe) private var probe
  @ModelState private var state: State

  func fireTapped() { fire(["bowl", "jug"]) }

  func fire(_ pots: [String]) {
    state.firing += 1
    task(resume: "fire", with: pots) {
      @Dependency(\.idempotencyKey) var key
      log.keys.withLock { $0.append(key) }
      state.heat = 50
      probe.began("fire")
      try await clock.sleep(for: .seconds(60))
      state.fired.append(pots.joined(separator: ", "))
    } catch: { _ in
    }
    .cancel(for: "fire")
    .onInterruption(message: Kiln.interruption)
  }

  func stopTapped() { cancelAll(for: "fire") }

  func heatTapped() {
    state.isHeating = true
    task { try? await clock.sleep(for: .seconds(60)) }.onInterruption(call: "cool")
  }

  func cool() { state.isHeating = false }

  func shelfTapped() { state.shelf = .init() }
}

/// A model in a sheet with work that begins again after a restart.
struct ShelfModel: Model {
  struct State: Codable, Equatable {
    var drying = 0
  }

  static var persistedMethods: [PersistedMethod<Self>] { [PersistedMethod("dry", Self.dry)] }

  @ModelDependency(\.continuousClock) private var clock
  @ModelDependency(\.probe) private var probe
  @ModelState private var state: State

  func dry() {
    state.drying += 1
    task(resume: "dry") {
      probe.began("dry")
      try? await clock.sleep(for: .seconds(60))
    }
    .onInterruption(message: "The shelf is cold.")
  }
}

extension KilnModel.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.shelf, "shelf") { _ in ShelfModel.State() }
  }
}

private struct KilnModelView: View {
  @ObservedModel var model: KilnModel

  var body: some View {
    VStack {
      Text("Firing: \(model.firing)")
      Text("Heat: \(model.heat)")
      Text("Fired: \(model.fired.joined(separator: "; "))")
      Text(model.isHeating ? "Hot" : "Cold")
      Button("Fire") { model.fireTapped() }
      Button("Stop") { model.stopTapped() }
      Button("Heat") { model.heatTapped() }
      Button("Shelf") { model.shelfTapped() }
      Button("Salt") {}
    }
    .navigationTitle("Kiln")
    .sheet(item: model.$shelf) { ShelfModelView(model: $0) }
  }
}

private struct ShelfModelView: View {
  @ObservedModel var model: ShelfModel

  var body: some View {
    VStack {
      Text("Drying: \(model.drying)")
      Button("Dry") { model.dry() }
    }
    .navigationTitle("Shelf")
  }
}

struct KilnModelApp: App {
  let store = Store<KilnModel>(initialState: .init())

  var body: some Scene {
    WindowGroup { KilnModelView(model: store.model) }
      .routes(of: store)
  }
}
