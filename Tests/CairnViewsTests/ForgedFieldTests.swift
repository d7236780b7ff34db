import CairnFeatures
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// Values that Cairn's pages never submit are rejected with a message, and the binding doesn't change.
@Suite struct ForgedFieldTests {
  static let notOffered = FieldVerdict.refused(.system(.choiceUnavailable))

  @Test(arguments: [
    "x", "0", "nil", "000000000000000", "000000000000000G", "0000000000000000", "ffffffffffffffff",
    "00000000000000000",
  ])
  func `A picker for an optional rejects values that aren't options`(_ value: String) {
    for offersNone in [true, false] {
      let box = Box<Int?>(1)
      let picker = Picker("P", selection: box.binding) {
        if offersNone { Text("None").tag(Int?.none) }
        Text("One").tag(Int?.some(1))
      }
      #expect(submit(value, to: picker) == Self.notOffered)
      #expect(box.value == 1)
    }
  }

  @Test func `A picker for an optional accepts nil only if it's an option`() {
    let none = Hex.string(StableHash.of(Int?.none))
    let box = Box<Int?>(1)
    let picker = Picker("P", selection: box.binding) { Text("One").tag(Int?.some(1)) }
    #expect(submit(none, to: picker) == Self.notOffered)
    #expect(box.value == 1)
    let other = Picker("P", selection: box.binding) {
      Text("None").tag(Int?.none)
      Text("One").tag(1)
    }
    #expect(submit(none, to: other) == .applied)
    #expect(box.value == nil)
    #expect(submit(Hex.string(StableHash.of(1)), to: other) == .applied)
    #expect(box.value == 1)
  }

  @Test func `A tag of another type can't be chosen`() {
    let box = Box<Int?>(1)
    let picker = Picker("P", selection: box.binding) { Text("Two").tag("two") }
    #expect(submit(Hex.string(StableHash.of("two")), to: picker) == Self.notOffered)
    #expect(box.value == 1)
  }

  @Test func `A disabled option can't be chosen`() {
    let box = Box(1)
    let picker = Picker("P", selection: box.binding) {
      Text("One").tag(1)
      Text("Two").tag(2).disabled()
    }
    #expect(content(picker).contains("\" disabled>Two</option>"))
    #expect(submit(Hex.string(StableHash.of(2)), to: picker) == Self.notOffered)
    #expect(box.value == 1)
  }

  @Test(arguments: ["", "2", "on", "true", "1\u{301}", "01", "1 "])
  func `A toggle accepts only on and off`(_ value: String) {
    let box = Box(true)
    let toggle = Toggle("T", isOn: box.binding)
    #expect(submit(value, to: toggle) == .refused(.system(.chooseOnOrOff)))
    #expect(box.value)
    let draft = Draft(typed: value, message: .system(.chooseOnOrOff))
    #expect(content(toggle, drafts: [Place.root: draft]).contains(" checked"))
  }

  @Test(arguments: ["nan", "inf", "-∞", "1e999", "NaN"])
  func `A number format accepts finite numbers only`(_ value: String) {
    let box = Box(1.5)
    let format = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
    let verdict = submit(value, to: TextField("Price", value: box.binding, format: format))
    guard case .refused = verdict else {
      Issue.record("\(value): \(String(describing: verdict))")
      return
    }
    #expect(box.value == 1.5)
  }

  @Test func `A number format rejects values that its type can't hold`() {
    let small = Box<Int8>(1)
    let field = TextField("N", value: small.binding, format: IntegerFormatStyle<Int8>())
    for value in ["128", "-129", "9223372036854775808", "1e30"] {
      #expect(submit(value, to: field) != .applied)
    }
    #expect(small.value == 1)
    let natural = Box<UInt64>(1)
    let other = TextField("N", value: natural.binding, format: IntegerFormatStyle<UInt64>())
    #expect(submit("-1", to: other) != .applied)
    #expect(natural.value == 1)
  }

  @Test func `A message quotes only the beginning of a long text`() {
    let field = TextField("N", value: .constant(1), format: .number)
    let long = "e" + String(repeating: "\u{301}", count: 100_000)
    guard case .refused(let message) = submit(long, to: field) else {
      Issue.record("The value was accepted.")
      return
    }
    #expect(message.size < 300)
  }

  @Test func `A different Unicode form is an edit`() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let box = Box(composed)
    for write in [
      { submit($0, to: TextField("T", text: box.binding)) },
      { submit($0, to: TextEditor("T", text: box.binding)) },
    ] {
      box.value = composed
      #expect(write(composed) == .unchanged)
      #expect(write(decomposed) == .applied)
      #expect(Array(box.value.utf8) == Array(decomposed.utf8))
    }
    let secret = Box(Secret(composed))
    let field = SecureField("T", text: secret.binding)
    #expect(submit(composed, to: field) == .unchanged)
    #expect(submit(decomposed, to: field) == .applied)
    #expect(secret.value == Secret(decomposed))
  }
}
