import CairnModels
import Foundation
import Testing

private struct Line: Model, Identifiable {
  struct State: Codable, Equatable, Identifiable {
    let id: Int
    @Writable var text = ""
  }

  @ModelState private var state: State

  func shout() { state.text = state.text.uppercased() }
}

private struct Poem: Model {
  struct State: Codable, Equatable {
    @Writable var title = ""
    @StateModel<[Line]> var lines = []
    var isHelpShown = false
    var undoHistory = UndoHistory<State>(maxSteps: 10)
  }

  @ModelState private var state: State

  func onActivate() { trackUndo(of: \.title, \.lines, in: \.undoHistory) }

  func addTapped() {
    transaction {
      state.lines.append(.init(id: state.lines.count))
      state.title += "+"
    }
  }

  func helpTapped() { state.isHelpShown.toggle() }
  func rename(_ title: String) { state.title = title }
  func forget() { state.undoHistory.removeAll() }
}

private struct Counter: Model {
  struct State: Equatable {
    struct Value: Codable, Equatable { var count = 0 }
    var value = Value()
    var other = 0
    var undoHistory = UndoHistory<Value>()
  }

  @ModelState private var state: State

  func begin() { trackUndo(of: \.value, in: \.undoHistory) }
  func add(_ number: Int) { state.value.count += number }
  func addOther() { state.other += 1 }
}

private struct Draft: Model {
  struct State: Equatable {
    var text = ""
    var undoHistory = UndoHistory<String>()
  }

  @ModelState private var state: State

  func write(_ text: String) {
    state.undoHistory.record(state.text)
    state.text = text
  }

  func undoTapped() {
    var (history, text) = (state.undoHistory, state.text)
    history.undo(&text)
    state.text = text
    state.undoHistory = history
  }
}

@Suite(.timeLimit(.minutes(30))) struct ModelUndoTests {
  private let store = Store<Poem>(initialState: .init())
  private var poem: Poem { store.model }

  @Test func `Undo steps back, and redo steps forward`() {
    #expect(!poem.canUndo)
    poem.rename("a")
    poem.rename("b")
    #expect(poem.canUndo)
    poem.undo()
    #expect(poem.title == "a")
    #expect(poem.canRedo)
    poem.undo()
    #expect(poem.title == "")
    #expect(!poem.canUndo)
    poem.undo()
    poem.redo()
    poem.redo()
    #expect(poem.title == "b")
    #expect(!poem.canRedo)
    poem.undo()
    poem.rename("c")
    #expect(!poem.canRedo)
  }

  @Test func `A change after an undo without effect is a step`() {
    poem.undo()
    poem.rename("a")
    poem.undo()
    #expect(poem.title == "")
    poem.redo()
    poem.redo()
    poem.rename("b")
    poem.undo()
    #expect(poem.title == "a")
  }

  /// A step is a whole state, and untracked properties may differ.
  @Test func `A step without a net change is skipped`() {
    poem.rename("a")
    for title in ["ab", "a"] { poem.$title.wrappedValue = title }
    poem.helpTapped()
    poem.rename("b")
    poem.undo()
    #expect(poem.title == "a")
    poem.undo()
    #expect(poem.title == "")
    poem.redo()
    #expect(poem.title == "a")
    #expect(poem.isHelpShown)
  }

  @Test func `A transaction can undo its own changes`() {
    poem.rename("a")
    poem.transaction {
      poem.rename("b")
      poem.undo()
    }
    #expect(poem.title == "a")
    poem.redo()
    #expect(poem.title == "b")
  }

  @Test func `A model can record steps itself`() {
    let store = Store<Draft>(initialState: .init())
    for text in ["a", "ab", "abc"] { store.model.write(text) }
    for text in ["ab", "a", ""] {
      store.model.undoTapped()
      #expect(store.model.text == text)
    }
  }

  @Test func `A transaction is one step and includes children`() {
    poem.addTapped()
    poem.addTapped()
    poem.undo()
    #expect(poem.title == "+")
    #expect(poem.$lines.map(\.id) == [0])
    poem.undo()
    #expect(poem.lines.isEmpty)
    poem.redo()
    #expect(poem.$lines.map(\.id) == [0])
  }

  @Test func `The parent undoes changes of its child`() {
    poem.addTapped()
    let line = poem.$lines[0]
    line.$text.wrappedValue = "a"
    line.shout()
    poem.undo()
    #expect(line.text == "a")
    poem.undo()
    #expect(line.text == "")
    poem.redo()
    #expect(poem.$lines[0].text == "a")
  }

  @Test func `Consecutive typing is one step`() {
    poem.addTapped()
    poem.addTapped()
    let (first, second) = (poem.$lines[0], poem.$lines[1])
    for text in ["a", "ab", "abc"] { first.$text.wrappedValue = text }
    for text in ["d", "de"] { second.$text.wrappedValue = text }
    poem.undo()
    #expect(second.text == "")
    #expect(first.text == "abc")
    poem.undo()
    #expect(first.text == "")
    #expect(poem.lines.count == 2)
  }

  @Test func `Only tracked properties are undone`() {
    poem.rename("a")
    poem.helpTapped()
    poem.undo()
    #expect(poem.isHelpShown)
    #expect(poem.title == "")
    poem.helpTapped()
    #expect(poem.canRedo)
  }

  @Test func `The history is limited and can be emptied`() {
    for number in 1...15 { poem.rename("\(number)") }
    for _ in 1...20 { poem.undo() }
    #expect(poem.title == "5")
    poem.forget()
    #expect(!poem.canRedo)
  }

  @Test func `A stored history is restored`() throws {
    poem.addTapped()
    poem.rename("b")
    let json = try JSONEncoder().encode(store.state)
    #expect(json.count < 1000)
    let next = Store<Poem>(initialState: try JSONDecoder().decode(Poem.State.self, from: json))
    #expect(next.model.canUndo)
    next.model.undo()
    #expect(next.model.title == "+")
    next.model.undo()
    #expect(next.model.lines.isEmpty)
    #expect(!next.model.canUndo)
  }

  @Test func `A replaced state isn't a step`() {
    poem.rename("a")
    poem.undo()
    store.rootStore.replaceState(.init(title: "b"))
    #expect(poem.title == "b")
    #expect(!poem.canUndo)
    poem.rename("c")
    poem.undo()
    #expect(poem.title == "b")
  }

  @Test func `Observers see whether a step can be undone`() async {
    let values = poem.values(of: \.undoHistory.canUndo)
    poem.rename("a")
    poem.rename("b")
    poem.undo()
    poem.undo()
    var received: [Bool] = []
    for await value in values {
      received.append(value)
      if received.count == 3 { break }
    }
    #expect(received == [false, true, false])
  }

  @Test func `A model tracks changes from the call on`() {
    let store = Store<Counter>(initialState: .init())
    let counter = store.model
    counter.add(1)
    #expect(!counter.canUndo)
    counter.begin()
    counter.begin()
    counter.add(2)
    counter.addOther()
    #expect(counter.canUndo)
    counter.undo()
    #expect(counter.value.count == 1)
    #expect(counter.other == 1)
    #expect(!counter.canUndo)
  }

  @Test func `An undo without tracking is reported`() {
    let store = Store<Counter>(initialState: .init())
    withKnownIssue {
      store.model.undo()
    } matching: {
      "\($0)".contains("trackUndo(of:in:)")
    }
    withKnownIssue {
      store.model.redo()
    } matching: {
      "\($0)".contains("trackUndo(of:in:)")
    }
  }
}
