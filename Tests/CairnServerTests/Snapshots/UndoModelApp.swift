import CairnModels
import CairnServer

/// A model of a poem with undo.
struct UndoModel: Model {
  struct State: Codable, Equatable {
    @Writable var title = ""
    var lines = 0
    var total = 0
    var undoHistory = UndoHistory<State>()
  }

  @ModelState private var state: State

  func onActivate() { trackUndo(of: \.title, \.lines, \.total, in: \.undoHistory) }

  func addTapped() {
    state.lines += 1
    state.total += 1
  }
}

private struct UndoModelView: View {
  @ObservedModel var model: UndoModel

  var body: some View {
    Form {
      TextField("Title", text: model.$title)
      Text("Lines: \(model.lines) of \(model.total)")
      UndoBar(model: model)
      Button("Add a line") { model.addTapped() }
    }
    .navigationTitle("Poem")
  }
}

/// A view that is only evaluated again if the data that it reads has changed.
private struct UndoBar: View, Equatable {
  @ObservedModel var model: UndoModel

  var body: some View {
    HStack {
      Text("Undo: \(model.canUndo), redo: \(model.canRedo)")
      Button("Undo") { model.undo() }.disabled(!model.canUndo).keyboardShortcut("z")
      Button("Redo") { model.redo() }.disabled(!model.canRedo)
    }
  }
}

struct UndoModelApp: App {
  let store = Store<UndoModel>(initialState: .init())

  var body: some Scene { WindowGroup { UndoModelView(model: store.model) } }
}
