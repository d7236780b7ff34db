import Cairn
import CairnTesting
import Foundation
import Testing

// These states are stored between two requests, with their presentations.

@Reducer
private struct Note {
  @ObservableState
  struct State: Equatable, Codable, Identifiable {
    var id = 1
    var text = ""
  }
  enum Action: Equatable { case run }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      .run { [id = state.id] _ in await events.untilCancelled("\(id)") }
    }
  }
}

@Reducer
private struct Desk {
  @ObservableState
  struct State: Equatable, Codable {
    @Presents var note: Note.State?
    @Presents var alert: AlertState<Choice>?
    var title = "Desk"
    let drawers: Int
    static let shared = 1
    var isEmpty: Bool { note == nil }
    var count = 0 {
      didSet {}
    }
  }
  enum Choice: String, Codable { case yes, no }
  enum Action: Equatable {
    case note(PresentationAction<Note.Action>)
    case alert(PresentationAction<Choice>)
    case replace
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if action == .replace { state.note = Note.State(id: 2) }
      return .none
    }
    .ifLet(\.$note, action: \.note) { Note(events: events) }
    .ifLet(\.$alert, action: \.alert)
  }
}

/// The state of a feature without `@ObservableState`, with its conformance in an extension.
@Reducer
private struct Shelf {
  struct State: Equatable {
    @Presents var note: Note.State?
    var name = ""
  }
  enum Action { case note(PresentationAction<Note.Action>) }
}

extension Shelf.State: Codable {}

private func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

@MainActor @Suite(.timeLimit(.minutes(30))) struct PresentsCodingTests {
  @Test func `The key of a presented property is its name`() throws {
    let state = Desk.State(note: Note.State(text: "a"), drawers: 2)
    #expect(
      try json(state)
        == #"{"count":0,"drawers":2,"note":{"id":1,"text":"a"},"title":"Desk"}"#)
  }

  @Test func `An extension without the macro uses the property's name as key too`() throws {
    let state = Shelf.State(note: Note.State(), name: "b")
    #expect(try json(state) == #"{"name":"b","note":{"id":1,"text":""}}"#)
    #expect(try JSONDecoder().decode(Shelf.State.self, from: Data(json(state).utf8)) == state)
  }

  @Test func `A nil presentation has no key, and null decodes as nil`() throws {
    #expect(try json(Shelf.State()) == #"{"name":""}"#)
    for text in [#"{"name":""}"#, #"{"name":"","note":null}"#] {
      let state = try JSONDecoder().decode(Shelf.State.self, from: Data(text.utf8))
      #expect(state.note == nil)
    }
  }

  @Test func `A state with presentations survives encoding and decoding`() throws {
    let alert = AlertState<Desk.Choice> {
      TextState("Sure?")
    } actions: {
      ButtonState(role: .destructive, action: .yes) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No") }
    } message: {
      TextState("You can't undo this.")
    }
    let state = Desk.State(note: Note.State(id: 7), alert: alert, drawers: 2, count: 3)
    let decoded = try JSONDecoder().decode(Desk.State.self, from: Data(json(state).utf8))
    #expect(decoded == state)
    #expect(decoded.alert?.buttons.map(\.action) == [.yes, nil])
  }

  @Test func `The identity of a presented child survives decoding`() async throws {
    let events = Events()
    let state = Desk.State(note: Note.State(id: 7), drawers: 2)
    let decoded = try JSONDecoder().decode(Desk.State.self, from: Data(json(state).utf8))
    let store = TestStore(initialState: decoded) { Desk(events: events) }
    await store.send(\.note.run)
    #expect(await events.next() == "7 began")
    await store.send(.note(.dismiss)) { $0.note = nil }
    #expect(await events.next() == "7 canceled")
    await store.send(.replace) { $0.note = Note.State(id: 2) }
  }

  @Test func `A presentation state encodes as the presented value`() throws {
    let presented = PresentationState(wrappedValue: Note.State(id: 3))
    #expect(try json(presented) == #"{"id":3,"text":""}"#)
    #expect(
      try JSONDecoder().decode(
        PresentationState<Note.State>.self, from: Data(json(presented).utf8)) == presented)
  }
}
