import Cairn
import CairnModels
import CairnServer
import CairnTesting
import Foundation
import Synchronization

/// Whether crates are locked, and the items that were deleted from them. It outlives the server.
final class CrateLock: Sendable {
  private let state = Mutex((isLocked: false, deleted: [String]()))

  /// Whether users must sign in again.
  var isLocked: Bool {
    get { state.withLock(\.isLocked) }
    set { state.withLock { $0.isLocked = newValue } }
  }

  var deleted: [String] { state.withLock(\.deleted) }

  func delete(_ item: String) { state.withLock { $0.deleted.append(item) } }
}

private enum CrateLockKey: DependencyKey {
  static let liveValue = CrateLock()
  static let testValue = CrateLock()
}

extension DependencyValues {
  var crateLock: CrateLock {
    get { self[CrateLockKey.self] }
    set { self[CrateLockKey.self] = newValue }
  }
}

extension SessionGuard {
  static let crate = SessionGuard { session in
    @Dependency(\.crateLock) var lock
    return session.owner != nil && !lock.isLocked
  }
}

/// A list whose buttons have the indices of the items as their IDs.
@Reducer
struct Crate {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var items = ["Anvil", "Bell", "Clock"]
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case checked
    case deleteTapped(Int)
    case signInTapped
    case slowSignInTapped
    case updateTapped
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.crateLock) var lock
  @Dependency(\.session) var session

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .deleteTapped(let index):
        guard state.items.indices.contains(index) else { break }
        lock.delete(state.items.remove(at: index))
      case .checked, .signInTapped:
        lock.isLocked = false
        session.signIn(as: state.name)
      case .slowSignInTapped:
        session.regenerateID()
        return .run { [clock] send in
          try await clock.sleep(for: .seconds(60))
          await send(.checked)
        }
      case .updateTapped: state.items.removeFirst()
      }
      return .none
    }
  }
}

private struct CrateView: View {
  let store: StoreOf<Crate>

  var body: some View {
    VStack {
      ForEach(Array(store.items.indices), id: \.self) { index in
        Button("Delete \(store.items[index])") { store.send(.deleteTapped(index)) }
      }
    }
    .navigationTitle("Crate")
  }
}

private struct CrateSignInView: View {
  @Bindable var store: StoreOf<Crate>

  var body: some View {
    Form {
      TextField("Name", text: $store.name)
      Button("Sign in") { store.send(.signInTapped) }
      Button("Sign in slowly") { store.send(.slowSignInTapped) }
      Button("Update the crate") { store.send(.updateTapped) }
    }
    .navigationTitle("Sign in")
  }
}

struct CrateApp: App {
  let store = Store(initialState: Crate.State()) { Crate() }

  var body: some Scene {
    WindowGroup { CrateView(store: store) }
      .guarded(by: .crate) { CrateSignInView(store: store) }
  }
}

/// An application in German.
struct CrateGermanApp: App {
  static var languages: [Language] { [.german] }

  let store = Store(initialState: Crate.State()) { Crate() }

  var body: some Scene {
    WindowGroup { CrateView(store: store) }
      .guarded(by: .crate) { CrateSignInView(store: store) }
  }
}

/// An application in German whose screen has a guard.
struct CrateGermanScreensApp: App {
  static var languages: [Language] { [.german] }

  let store = Store(initialState: Crate.State()) { Crate() }
  let dataSource = Navigator.Datasource(root: BookScreen())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: CrateTree(store: store)) }
  }
}

/// The same list as a model.
struct CrateModel: Model {
  struct State: Codable, Equatable {
    var items = ["Anvil", "Bell", "Clock"]
    @Writable var name = ""
  }

  @ModelState private var state: State
  @ModelDependency(\.crateLock) private var lock
  @ModelDependency(\.session) private var session

  func deleteTapped(_ index: Int) {
    guard state.items.indices.contains(index) else { return }
    lock.delete(state.items.remove(at: index))
  }

  func signInTapped() {
    lock.isLocked = false
    session.signIn(as: state.name)
  }
}

private struct CrateModelView: View {
  @ObservedModel var model: CrateModel

  var body: some View {
    VStack {
      ForEach(Array(model.items.indices), id: \.self) { index in
        Button("Delete \(model.items[index])") { model.deleteTapped(index) }
      }
    }
    .navigationTitle("Crate")
    .guarded(by: .crate, presentation: .overlay) { CrateModelSignInView(model: model) }
  }
}

private struct CrateModelSignInView: View {
  @ObservedModel var model: CrateModel

  var body: some View {
    Form {
      TextField("Name", text: model.$name)
      Button("Sign in") { model.signInTapped() }
    }
    .navigationTitle("Sign in")
  }
}

/// The model in an application in German.
struct CrateGermanModelApp: App {
  static var languages: [Language] { [.german] }

  let store = Store<CrateModel>(initialState: .init())

  var body: some Scene { WindowGroup { CrateModelView(model: store.model) } }
}

struct CrateModelApp: App {
  let store = Store<CrateModel>(initialState: .init())

  var body: some Scene { WindowGroup { CrateModelView(model: store.model) } }
}

// MARK: Screens

private struct CrateTree: NavigationTree {
  let store: StoreOf<Crate>

  var builder: some PathBuilder {
    Screen(BookScreen.self) {
      CrateView(store: store)
    }
    .guarded(by: .crate) { CrateSignInView(store: store) }
  }
}

struct CrateScreensApp: App {
  let store = Store(initialState: Crate.State()) { Crate() }
  let dataSource = Navigator.Datasource(root: BookScreen())

  var body: some Scene {
    WindowGroup { Root(dataSource: dataSource, pathBuilder: CrateTree(store: store)) }
  }
}
