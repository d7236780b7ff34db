import CairnCases
import CairnReducers
import Foundation
import OrderedCollections
import Testing

private enum Choice: String, Codable, Equatable { case yes, no }

private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

@Suite struct DialogCodingTests {
  @Test func `An alert survives encoding and decoding`() throws {
    let alert = AlertState<Choice> {
      TextState("Sure?")
    } actions: {
      ButtonState(role: .destructive, action: .yes) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No") }
    }
    #expect(try roundTrip(alert) == alert)
    #expect(alert != AlertState { TextState("Sure?") })
  }

  @Test func `A confirmation dialog survives encoding and decoding`() throws {
    let dialog = ConfirmationDialogState<Choice>(titleVisibility: .visible) {
      TextState("Which?")
    } actions: {
      ButtonState(action: .no) { TextState("No") }
    } message: {
      TextState("There are two.")
    }
    #expect(try roundTrip(dialog) == dialog)
    #expect(try roundTrip(dialog).message == TextState("There are two."))
  }

  @Test func `An alert is encoded with its title and buttons only`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let alert = AlertState<Choice> {
      TextState(verbatim: "Sure?")
    } actions: {
      ButtonState(action: .yes) { TextState(verbatim: "Yes") }
    }
    #expect(
      String(decoding: try encoder.encode(alert), as: UTF8.self)
        == #"{"buttons":[{"action":"yes","label":"Yes"}],"title":"Sure?"}"#)
  }

  @Test func `Alerts with equal content are equal`() {
    func make() -> AlertState<Choice> { AlertState { TextState("Sure?") } }
    #expect(make() == make())
  }

  @Test func `Identified arrays keep their order when decoded`() throws {
    let items: IdentifiedArrayOf<Item> = [.keyboard, .headphones]
    let decoded = try roundTrip(items)
    #expect(decoded == items)
    #expect(decoded.ids == items.ids)
  }
}
