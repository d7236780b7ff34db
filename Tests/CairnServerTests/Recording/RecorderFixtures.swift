import Cairn
import CairnServer
import CairnTesting
import Foundation
import Synchronization

/// A list of notes with everything that a journal records: fields, alerts, effects, and UUIDs.
@Reducer
struct Notes {
  @ObservableState
  struct State: Codable, Equatable {
    var notes: IdentifiedArrayOf<Note> = []
    var count = 0
    var marks: Set<Int> = []
    var names: [UUID: Int] = [:]
    @Presents var editor: Editor.State?
    @Presents var question: AlertState<Question>?
  }

  struct Note: Codable, Equatable, Identifiable {
    var id: UUID
    var text: String
    var date: Date
  }

  @CasePathable
  enum Question: Codable, Equatable { case allRemoved }

  enum Action {
    case addTapped
    case answered(Result<Void, any Error>)
    case countTapped
    case counted(by: Int)
    case editor(PresentationAction<Editor.Action>)
    case question(PresentationAction<Question>)
    case removeAllTapped
    case removeTapped(id: UUID)
    case undescribed(Undescribed)
    case undescribedTapped
    case sentAtOnce
    case sendTapped
  }

  struct Undescribed {}

  @Dependency(\.date) var date
  @Dependency(\.notesStep) var step
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.editor = Editor.State(id: uuid())
        return .none
      case .countTapped:
        state.count += step
        let more = withRandomNumberGenerator { Int.random(in: 1...100, using: &$0) }
        state.count += more * 1000
        return .run { send in await send(.counted(by: 100_000)) }
      case .answered:
        return .none
      case .sendTapped:
        return .merge(.send(.sentAtOnce), .run { _ in })
      case .sentAtOnce:
        state.count += 7
        state.marks.formUnion(0..<40)
        for number in 0..<20 { state.names[UUID(number)] = number }
        return .none
      case .counted(let count):
        state.count += count
        return .none
      case .editor(.presented(.doneTapped)):
        guard let editor = state.editor else { return .none }
        state.notes.append(Note(id: editor.id, text: editor.text, date: date()))
        state.editor = nil
        return .none
      case .removeAllTapped:
        state.question = AlertState {
          "Remove all notes?"
        } actions: {
          ButtonState(role: .destructive, action: .allRemoved) { "Remove" }
          ButtonState(role: .cancel) { "Keep" }
        }
        return .none
      case .question(.presented(.allRemoved)):
        state.notes = []
        return .none
      case .removeTapped(let id):
        state.notes.remove(id: id)
        return .none
      case .undescribedTapped:
        return .run { send in await send(.undescribed(Undescribed())) }
      case .undescribed:
        state.count = -1
        return .none
      case .editor, .question:
        return .none
      }
    }
    .ifLet(\.$editor, action: \.editor) { Editor() }
    .ifLet(\.$question, action: \.question)
  }
}

@Reducer
struct Editor {
  @ObservableState
  struct State: Codable, Equatable {
    let id: UUID
    var text = ""
    var secret = Secret()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case doneTapped
  }

  var body: some ReducerOf<Self> { BindingReducer() }
}

/// The number that a count adds. It differs in another version of the program.
enum NotesStepKey: DependencyKey {
  static let liveValue = 1
  static let testValue = 1
}

extension DependencyValues {
  var notesStep: Int {
    get { self[NotesStepKey.self] }
    set { self[NotesStepKey.self] = newValue }
  }
}

struct NotesView: View {
  @Bindable var store: StoreOf<Notes>

  /// Views can request the date too, but that isn't part of a form's action.
  private var shownAt: String {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    return "\(date()) \(uuid())"
  }

  var body: some View {
    NavigationStack {
      VStack {
        Text("Count: \(store.count), shown \(shownAt)")
        Button("Send") { store.send(.sendTapped) }
        Button("Count") { store.send(.countTapped) }
        Button("Add") { store.send(.addTapped) }
        Button("Remove all") { store.send(.removeAllTapped) }
        Button("Something") { store.send(.undescribedTapped) }
        List {
          ForEach(store.notes) { note in
            HStack {
              Text(note.text)
              Button("Remove") { store.send(.removeTapped(id: note.id)) }
            }
          }
        }
      }
      .navigationTitle("Notes")
      .alert($store.scope(state: \.question, action: \.question))
      .sheet(item: $store.scope(state: \.editor, action: \.editor)) { EditorView(store: $0) }
    }
  }
}

struct EditorView: View {
  @Bindable var store: StoreOf<Editor>

  var body: some View {
    Form {
      TextField("Text", text: $store.text)
      SecureField("Secret", text: $store.secret)
      Button("Done") { store.send(.doneTapped) }
    }
    .navigationTitle("Note")
  }
}

struct NotesApp: App {
  let store = Store(initialState: Notes.State()) { Notes() }

  var body: some Scene { WindowGroup { NotesView(store: store) } }
}

/// Creates a transport to a server that records scenes.
func recordingTransport(
  limit: Int? = nil,
  withDependencies prepare: @escaping @Sendable (inout DependencyValues) -> Void = { _ in }
) throws -> InProcessTransport {
  var settings = ServerSettings()
  settings.recordsScenes = true
  if let limit { settings.recordingLimit = limit }
  return InProcessTransport(
    try TestServer(settings: settings) { settings, sessions in
      try Server(settings: settings, sessions: sessions, withDependencies: prepare) {
        Mount("/", NotesApp.self)
        Mount("/eager", EagerApp.self)
        Mount("/plain", UncodedApp.self)
        Mount("/saving", SavingApp.self)
      }
    })
}

extension Browser {
  /// Returns a file that the recorder saves.
  nonisolated(nonsending) func saved(_ name: String) async throws -> String {
    let tab = try await clickIntoNewTab(name, in: .recorder)
    return tab.html
  }
}

/// An application that starts effects before the first request.
struct EagerApp: App {
  let store = Store(initialState: Eager.State()) { Eager() }

  init() { store.send(.began) }

  var body: some Scene {
    WindowGroup {
      Text("Begun \(store.count)").onAppear { store.send(.appeared) }
      Button("Count") { store.send(.countTapped) }
    }
  }
}

@Reducer
struct Eager {
  struct State: Codable, Equatable {
    var count = 0
    var appearances = 0
  }

  enum Action {
    case appeared, began, countTapped
  }

  @Dependency(\.eagerLog) var log

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.appearances += 1
        return .none
      case .began:
        return .run { [log] _ in log.add() }
      case .countTapped:
        state.count += 1
        return .none
      }
    }
  }
}

/// Counts the effects that ``EagerApp`` starts.
final class EagerLog: Sendable, DependencyKey {
  static let liveValue = EagerLog()
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }
}

extension DependencyValues {
  var eagerLog: EagerLog {
    get { self[EagerLog.self] }
    set { self[EagerLog.self] = newValue }
  }
}

/// An application whose state has a flag that isn't encoded.
struct SavingApp: App {
  let store = Store(initialState: Saving.State()) { Saving() }

  var body: some Scene {
    WindowGroup {
      Text("Saved \(store.count)")
      Button("Save") { store.send(.saveTapped) }
    }
  }
}

@Reducer
struct Saving {
  struct State: Codable, Equatable {
    var count = 0
    /// Whether an effect is running.
    var isSaving = false

    private enum CodingKeys: CodingKey {
      case count
    }
  }

  enum Action {
    case saveTapped, saved
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .saveTapped:
        guard !state.isSaving else { return .none }
        state.count += 1
        state.isSaving = true
        return .run { send in await send(.saved) }
      case .saved:
        state.isSaving = false
        return .none
      }
    }
  }
}

/// An application whose state isn't `Encodable`.
struct UncodedApp: App {
  let store = Store(initialState: Uncoded.State()) { Uncoded() }

  var body: some Scene {
    WindowGroup {
      Text("Plain \(store.count)")
      Button("Count") { store.send(.countTapped) }
    }
  }
}

@Reducer
struct Uncoded {
  struct State: Equatable {
    var count = 0
  }

  enum Action {
    case countTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}
