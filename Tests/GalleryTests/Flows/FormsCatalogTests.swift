import Cairn
import CairnTesting
import Testing

@testable import Gallery

/// The catalog's form without a page.
@MainActor @Suite struct FormsCatalogTests {
  @Test func `The values are checked without a page`() {
    var state = FormsCatalog.State()
    #expect(state.validation.fields == [.name, .city, .tags, .way])
    #expect(state.messages.isValid)
    state.isChecked = true
    #expect(state.messages[.name] == "Enter a name.")
    (state.name, state.city, state.tags, state.way) = ("Ada", "Oslo", [.gift], "Ship")
    #expect(state.validation.isValid)
  }

  @Test func `Save shows the messages, and saves valid values`() async {
    let store = TestStore(initialState: FormsCatalog.State()) { FormsCatalog() }
    await store.send(.saveTapped) { $0.isChecked = true }
    #expect(store.state.messages.fields.count == 4)
    var valid = FormsCatalog.State()
    (valid.name, valid.city, valid.tags, valid.way) = ("Ada", "Oslo", [.gift, .fragile], "Ship")
    let other = TestStore(initialState: valid) { FormsCatalog() }
    await other.send(.saveTapped) {
      $0.isChecked = true
      $0.saved = "Ada, Oslo, Fragile, Gift, Ship"
    }
  }

  @Test(arguments: [
    "de89 3704 0044 0532 0130 00", "DE89370400440532013000",
  ])
  func `Account numbers can have spaces`(text: String) throws {
    #expect(try AccountNumber(text).text == "DE89 3704 0044 0532 0130 00")
  }

  @Test(arguments: [
    "", "DE", "DE893704004405320130001", "FR89370400440532013000", "DE8937040044053201300X",
  ])
  func `Other texts aren't account numbers`(text: String) {
    #expect(throws: AccountNumber.Invalid.self) { try AccountNumber(text) }
  }
}
