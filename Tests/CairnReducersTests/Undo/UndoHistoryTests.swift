import Cairn
import CustomDump
import Foundation
import Testing

@Suite struct UndoHistoryTests {
  private struct State: Codable, Equatable {
    var text = ""
    var history = UndoHistory<String>()

    mutating func change(to text: String) {
      history.record(self.text)
      self.text = text
    }

    @discardableResult mutating func undo() -> Bool { history.undo(&text) }
    @discardableResult mutating func redo() -> Bool { history.redo(&text) }
  }

  private func changed(to texts: String...) -> State {
    var state = State()
    for text in texts { state.change(to: text) }
    return state
  }

  private func check(_ isTrue: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(isTrue, sourceLocation: sourceLocation)
  }

  private func stored(_ state: State) throws -> State {
    try JSONDecoder().decode(State.self, from: JSONEncoder().encode(state))
  }

  @Test func `Undo steps back, and redo steps forward`() {
    var state = changed(to: "a", "b")
    #expect(state.history.canUndo)
    #expect(!state.history.canRedo)
    check(state.undo())
    #expect(state.text == "a")
    check(state.undo())
    #expect(state.text == "")
    #expect(!state.history.canUndo)
    check(!state.undo())
    check(state.redo())
    check(state.redo())
    #expect(state.text == "b")
    check(!state.redo())
    #expect(state.text == "b")
  }

  @Test func `A new step drops the steps to redo`() {
    var state = changed(to: "a", "b")
    state.undo()
    state.change(to: "c")
    #expect(!state.history.canRedo)
    state.undo()
    #expect(state.text == "a")
  }

  @Test func `The oldest step is dropped at the limit`() {
    var state = State()
    for number in 1...150 { state.change(to: "\(number)") }
    for _ in 1...100 { check(state.undo()) }
    check(!state.undo())
    #expect(state.text == "50")
    state.history = UndoHistory(maxSteps: 0)
    state.change(to: "a")
    state.change(to: "b")
    check(state.undo())
    check(!state.undo())
    #expect(state.text == "a")
  }

  @Test func `A step without a net change is skipped`() {
    var state = changed(to: "a")
    state.history.record("a")
    check(state.undo())
    #expect(state.text == "")
  }

  @Test func `All steps can be removed`() {
    var state = changed(to: "a", "b")
    state.undo()
    state.history.removeAll()
    #expect(!state.history.canUndo)
    #expect(!state.history.canRedo)
  }

  @Test func `A stored history is restored`() throws {
    var state = changed(to: "a", "b", "c")
    state.undo()
    state = try stored(state)
    check(state.redo())
    #expect(state.text == "c")
    for text in ["b", "a", ""] {
      state = try stored(state)
      check(state.undo())
      #expect(state.text == text)
    }
    #expect(try !stored(state).history.canUndo)
  }

  @Test func `The limits are stored`() throws {
    var state = State(history: UndoHistory(maxSteps: 2, maxBytes: 1000))
    state = try stored(state)
    #expect(state.history.maxSteps == 2)
    #expect(state.history.maxBytes == 1000)
  }

  @Test func `Only the newest steps that fit are stored`() throws {
    var state = State(history: UndoHistory(maxBytes: 100))
    // Each step has 42 bytes with the quotes and brackets of its text.
    for letter in ["a", "b", "c", "d"] { state.change(to: String(repeating: letter, count: 38)) }
    #expect(try JSONEncoder().encode(state).count < 300)
    state = try stored(state)
    check(state.undo())
    check(state.undo())
    check(!state.undo())
    #expect(state.text.first == "b")
  }

  @Test func `A state without a stored history decodes with an empty one`() throws {
    let state = try JSONDecoder().decode(State.self, from: Data(#"{"text":"a"}"#.utf8))
    #expect(state.text == "a")
    #expect(!state.history.canUndo)
  }

  @Test func `Steps beyond an unreadable one are dropped`() throws {
    let json = #"{"text":"d","history":{"undo":["a",1,"b","c"],"redo":["f",[],"e"]}}"#
    var state = try JSONDecoder().decode(State.self, from: Data(json.utf8))
    check(state.undo())
    check(state.undo())
    #expect(state.text == "b")
    check(!state.undo())
    for _ in 1...3 { check(state.redo()) }
    #expect(state.text == "e")
    check(!state.redo())
  }

  @Test func `A dump contains no steps`() {
    let state = changed(to: "a", "b")
    #expect(
      String(customDumping: state.history) == "UndoHistory(\n  canUndo: true,\n  canRedo: false\n)")
  }
}
