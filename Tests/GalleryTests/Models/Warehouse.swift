import CairnModels
import CairnServer

/// The flows of the inventory, written with models: a stack and all six forms of presentation.
struct WarehouseModel: Model {
  struct State: Equatable, Codable {
    @StateModel<IdentifiedArrayOf<CrateModel>> var crates = [
      .init(id: 1, name: "Bolts"), .init(id: 2, name: "Nuts"),
    ]
    @StateModel<Destination?> var destination = nil
    @StateModel<[Screen]> var path = []
    var message = ""
  }

  @ModelContainer(state: .codable)
  enum Destination {
    case add(CrateFormModel)
    case deletion(AlertState<DeletionAction>)
    case duplicate(CrateFormModel)
    case edit(CrateFormModel)
    case help(HelpModel)
    case more(ConfirmationDialogState<MoreAction>)

    enum DeletionAction: Equatable, Codable, Sendable { case confirmed(id: Int) }
    enum MoreAction: Equatable, Codable, Sendable {
      case rename(id: Int)
      case delete(id: Int)
    }
  }

  @ModelContainer(state: .codable)
  enum Screen {
    case count(CountModel)
    case summary(SummaryModel)
  }

  @ModelState private var state: State

  func onActivate() {
    forEach(events(fromType: CrateFormModel.self)) { event, form in
      switch event {
      case .saved: save(form)
      }
    }
    forEach(events(fromType: CountModel.self)) { _, count in
      state.path.append(.summary(.init(count: count.count)))
    }
  }

  private func save(_ form: CrateFormModel) {
    if state.crates[id: form.id] != nil {
      state.crates[id: form.id]?.name = form.name
    } else {
      state.crates.append(.init(id: (state.crates.ids.max() ?? 0) + 1, name: form.name))
    }
    state.destination = nil
  }

  func addTapped() { state.destination = .add(.init(id: 0)) }

  func helpTapped() { state.destination = .help(.init()) }

  func editTapped(_ crate: CrateModel) {
    state.destination = .edit(.init(id: crate.id, name: crate.name))
  }

  func duplicateTapped(_ crate: CrateModel) {
    state.destination = .duplicate(.init(id: 0, name: "\(crate.name) copy", of: crate.id))
  }

  func moreTapped(_ crate: CrateModel) {
    state.destination = .more(
      ConfirmationDialogState {
        TextState(crate.name)
      } actions: {
        ButtonState(action: .rename(id: crate.id)) { "Rename" }
        ButtonState(role: .destructive, action: .delete(id: crate.id)) { "Delete" }
      })
  }

  func moreAnswered(_ action: Destination.MoreAction?) {
    switch action {
    case .rename(let id)?:
      guard let crate = state.crates[id: id] else { return }
      state.destination = .edit(.init(id: id, name: crate.name))
    case .delete(let id)?:
      state.destination = .deletion(
        AlertState {
          "Delete it?"
        } actions: {
          ButtonState(role: .destructive, action: .confirmed(id: id)) { "Delete" }
          ButtonState(role: .cancel) { "Cancel" }
        })
    case nil: break
    }
  }

  func deletionAnswered(_ action: Destination.DeletionAction?) {
    if case .confirmed(let id)? = action { state.crates.remove(id: id) }
  }

  func countTapped() { state.path = [.count(.init())] }

  func editDismissed() { state.message = "Not saved." }
}

struct CrateModel: Model, Identifiable {
  struct State: Equatable, Identifiable, Codable {
    var id: Int
    var name: String
  }

  @ModelState private var state: State
}

struct CrateFormModel: Model, Identifiable {
  struct State: Equatable, Identifiable, Codable {
    var id: Int
    @Writable var name = ""
    /// The crate that this one copies.
    var of: Int?
  }

  enum Event: Equatable { case saved }

  @ModelState private var state: State

  func saveTapped() { send(.saved) }
}

struct HelpModel: Model {
  struct State: Equatable, Codable {
    var page = 1
  }

  @ModelState private var state: State

  func nextTapped() { state.page += 1 }
}

struct CountModel: Model {
  struct State: Equatable, Codable {
    @Writable var count = 0
  }

  enum Event: Equatable { case counted }

  @ModelState private var state: State

  func nextTapped() { send(.counted) }
}

struct SummaryModel: Model {
  struct State: Equatable, Codable {
    var count: Int
  }

  @ModelState private var state: State
}

// MARK: - Views

struct WarehouseView: View {
  @ObservedModel var model: WarehouseModel

  var body: some View {
    NavigationStack(path: model.$path) {
      VStack {
        if !model.message.isEmpty { Text(model.message) }
        List {
          ForEach(model.$crates) { crate in
            HStack {
              Button(crate.name) { model.editTapped(crate) }
              Button("Duplicate") { model.duplicateTapped(crate) }
              Button("More") { model.moreTapped(crate) }
            }
          }
        }
      }
      .navigationTitle("Warehouse")
      .toolbar {
        Button("Add") { model.addTapped() }
        Button("Count") { model.countTapped() }
        Button("Help") { model.helpTapped() }
      }
      .sheet(item: model.$destination.add) { form in CrateFormView(model: form, title: "Add") }
      .popover(item: model.$destination.duplicate, anchor: { $0.of ?? 0 }) { form in
        CrateFormView(model: form, title: "Duplicate")
      }
      .fullScreenCover(item: model.$destination.help) { help in
        VStack {
          Text("Page \(help.page)")
          Button("Next") { help.nextTapped() }
          Button("Close", role: .cancel) { help.dismiss() }
        }
        .navigationTitle("Help")
      }
      .navigationDestination(item: model.$destination.edit) { form in
        CrateFormView(model: form, title: "Edit")
      }
      .alert(model.$destination.deletion) { action in model.deletionAnswered(action) }
      .confirmationDialog(model.$destination.more) { action in model.moreAnswered(action) }
    } destination: { step in
      switch step {
      case .count(let count):
        Form {
          TextField("Crates", value: count.$count, format: .number)
          Button("Next") { count.nextTapped() }
        }
        .navigationTitle("Count")
      case .summary(let summary):
        Text("Counted \(summary.count)").navigationTitle("Summary")
      }
    }
  }
}

private struct CrateFormView: View {
  @ObservedModel var model: CrateFormModel
  let title: String

  var body: some View {
    Form {
      TextField("Name", text: model.$name)
      Button("Save") { model.saveTapped() }
      Button("Cancel", role: .cancel) { model.dismiss() }
    }
    .navigationTitle(title)
  }
}

struct WarehouseApp: App {
  let store = Store<WarehouseModel>(initialState: .init())

  var body: some Scene {
    WindowGroup { WarehouseView(model: store.model) }.routes(of: store)
  }
}

extension WarehouseModel.State: Routable {
  static var routes: some Routes<Self> {
    Route(\.$destination.add, "add") { _ in CrateFormModel.State(id: 0) }
    Route(\.$destination.help, "help") { _ in HelpModel.State() }
    Route(\.$destination.edit, "crates", \.id) { id, state in
      state.crates[id: id].map { CrateFormModel.State(id: id, name: $0.name) }
    }
    Route(\.$destination.duplicate, "crates", \.copied, "duplicate") { id, state in
      state.crates[id: id].map { CrateFormModel.State(id: 0, name: "\($0.name) copy", of: id) }
    }
    StackRoute(\.path) {
      RouteSegment(\.count, "count") { before, _ in before.isEmpty ? CountModel.State() : nil }
      RouteSegment(\.summary, value: \.count) { count, before, _ in
        before.count == 1 ? SummaryModel.State(count: count) : nil
      }
    }
  }
}

extension CrateFormModel.State {
  fileprivate var copied: Int { of ?? 0 }
}
