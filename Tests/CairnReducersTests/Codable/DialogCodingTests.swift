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
  @Test func anAlertComesBackAsItWas() throws {
    let alert = AlertState<Choice> {
      TextState("Sure?")
    } actions: {
      ButtonState(role: .destructive, action: .yes) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No") }
    }
    #expect(try roundTrip(alert) == alert)
    #expect(alert != AlertState { TextState("Sure?") })
  }

  @Test func aDialogComesBackAsItWas() throws {
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

  @Test func whatIsEncodedIsWhatIsSaid() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let alert = AlertState<Choice> {
      TextState("Sure?")
    } actions: {
      ButtonState(action: .yes) { TextState("Yes") }
    }
    #expect(
      String(decoding: try encoder.encode(alert), as: UTF8.self)
        == #"{"buttons":[{"action":"yes","label":"Yes"}],"title":"Sure?"}"#)
  }

  @Test func alertsThatSayTheSameAreEqual() {
    func make() -> AlertState<Choice> { AlertState { TextState("Sure?") } }
    #expect(make() == make())
  }

  @Test func identifiedArraysComeBackInTheirOrder() throws {
    let items: IdentifiedArrayOf<Item> = [.keyboard, .headphones]
    let decoded = try roundTrip(items)
    #expect(decoded == items)
    #expect(decoded.ids == items.ids)
  }
}
