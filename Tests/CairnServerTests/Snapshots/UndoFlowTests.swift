import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnServer

/// Undo and redo in a scene, across restarts.
@Suite(.timeLimit(.minutes(30))) struct UndoFlowTests {
  private func site() throws -> FlowSite {
    try FlowSite { settings, sessions in
      try Server(settings: settings, sessions: sessions) {
        Mount("/reducer", UndoReducerApp.self)
        Mount("/model", UndoModelApp.self)
      }
    }
  }

  @Test(.everyWay, arguments: ["/reducer", "/model"])
  func `Steps can be undone and redone after a restart`(address: String) async throws {
    let site = try site()
    let user = try await site.user(at: address)
    #expect(user.text.contains("Undo: false, redo: false"))
    try await user.fill("Title", with: "Dune")
    // This is one request with two steps: the title, and the lines with their total.
    try await user.click("Add a line")
    #expect(user.text.contains("Lines: 1 of 1"))
    #expect(user.text.contains("Undo: true, redo: false"))
    try await site.restart()
    try await user.click("Undo")
    #expect(user.text.contains("Lines: 0 of 0"))
    #expect(try user.field("Title").value == "Dune")
    #expect(user.text.contains("Undo: true, redo: true"))
    try await site.restart()
    try await user.click("Undo")
    #expect(try user.field("Title").value == "")
    #expect(user.text.contains("Undo: false, redo: true"))
    try await user.click("Redo")
    #expect(try user.field("Title").value == "Dune")
    try await site.restart()
    try await user.click("Redo")
    #expect(user.text.contains("Lines: 1 of 1"))
    try await user.click("Undo")
    try await user.click("Add a line")
    #expect(user.text.contains("Undo: true, redo: false"))
  }
}

@Reducer
private struct UndoFeature {
  struct Poem: Codable, Equatable, Sendable {
    var title = ""
    var lines = 0
    var total = 0
  }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var poem = Poem()
    var undoHistory = UndoHistory<Poem>()
  }

  enum Action: BindableAction {
    case addTapped
    case binding(BindingAction<State>)
    case redoTapped
    case undoTapped
  }

  var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .addTapped:
          state.poem.lines += 1
          state.poem.total += 1
        case .binding: break
        case .redoTapped: state.undoHistory.redo(&state.poem)
        case .undoTapped: state.undoHistory.undo(&state.poem)
        }
        return .none
      }
    }
    .trackUndo(of: \.poem, in: \.undoHistory)
  }
}

private struct UndoFeatureView: View {
  @Bindable var store: StoreOf<UndoFeature>

  var body: some View {
    Form {
      TextField("Title", text: $store.poem.title)
      Text("Lines: \(store.poem.lines) of \(store.poem.total)")
      Text("Undo: \(store.undoHistory.canUndo), redo: \(store.undoHistory.canRedo)")
      Button("Add a line") { store.send(.addTapped) }
      Button("Undo") { store.send(.undoTapped) }
        .disabled(!store.undoHistory.canUndo)
        .keyboardShortcut("z")
      Button("Redo") { store.send(.redoTapped) }
        .disabled(!store.undoHistory.canRedo)
        .keyboardShortcut("z", modifiers: [.command, .shift])
    }
    .navigationTitle("Poem")
  }
}

private struct UndoReducerApp: App {
  let store = Store(initialState: UndoFeature.State()) { UndoFeature() }

  var body: some Scene { WindowGroup { UndoFeatureView(store: store) } }
}
