import CairnFeatures
import CairnViews
import Glibc
import Testing

@testable import CairnServer

@Suite struct SubmittedFormTests {
  @Test func `Field names are compared as bytes`() {
    let form = SubmittedForm([
      (name: "~token", value: "first"), (name: "~tap", value: "000000000000002a"),
      (name: "~token\u{301}", value: "other"), (name: "~tap\u{301}", value: "0000000000000001"),
    ])
    #expect(form.token == "first")
    #expect(form.tap == 42)
    #expect(form.fields.isEmpty)
  }

  @Test func `Passwords are secrets, and not among the fields`() {
    let name = "~f.\(Hex.text(1)).\(Hex.text(FieldCheck.secret))"
    let other = "~f.\(Hex.text(2)).\(Hex.text(FieldCheck.hash(of: "")))"
    let items = [
      (name: name, value: "first"), (name: other, value: "text"), (name: name, value: "hunter\n2"),
      (name: "~n", value: "1"),
    ]
    let form = SubmittedForm(items + [(name: "~tap", value: Hex.text(3))])
    #expect(form.secrets == [SubmittedSecret(id: 1, value: Secret("hunter2"))])
    #expect(form.fields.map(\.value) == ["text"])
    #expect(form.drafts.mapValues(\.typed) == [2: "text"])
    #expect(form.wanted == [1, 2, 3])
    let plain = SubmittedForm([items[0]])
    #expect(plain.holdsTyped && !form.holdsTyped)
    // The script sends them with a button only.
    let typing = SubmittedForm(items)
    #expect(typing.secrets == [] && typing.isTyping)
  }

  @Test func `The text of a field that isn't on the page isn't among the fields`() {
    let name = "kept~f.\(Hex.text(1)).\(Hex.text(FieldCheck.hash(of: "")))"
    let secret = "kept~f.\(Hex.text(2)).\(Hex.text(FieldCheck.secret))"
    let others = ["kept\u{301}" + name.dropFirst(4), "Kept" + name.dropFirst(4), "kept" + name]
    let form = SubmittedForm(
      [(name: name, value: "first"), (name: secret, value: "hunter2"), (name: name, value: "text")]
        + others.map { (name: $0, value: "other") })
    #expect(form.carried.map(\.name.id) == [1])
    #expect(form.carried.map(\.value) == ["text"])
    #expect(form.fields.isEmpty && form.secrets.isEmpty && !form.holdsTyped)
    #expect(form.wanted == [0, 1])
  }

  @Test func `The script reports which fields the user has edited`() {
    let name = "~f.\(Hex.text(1)).\(Hex.text(FieldCheck.hash(of: "sent")))"
    let form = SubmittedForm([
      (name: name, value: "sent"), (name: "~typed", value: name), (name: "~typed", value: "~tap"),
      (name: "~typed\u{301}", value: "~f.\(Hex.text(2)).\(Hex.text(0))"), (name: "~n", value: "1"),
    ])
    #expect(form.edited == [1])
    #expect(form.fields.map(\.isUntouched) == [true])
    #expect(form.drafts.isEmpty)
  }

  @Test func `An edited field keeps the value that its page showed`() {
    let field = { (shown: String, value: String) in
      SubmittedField(name: FieldName(id: 1, check: FieldCheck.hash(of: shown)), value: value)
    }
    #expect(field("sent", "sent").edited == field("", "sent"))
    #expect(field("sent", "other").edited == field("sent", "other"))
    #expect(field("", "").edited.isUntouched)
  }

  /// Measures the thread's CPU time.
  @Test func `A name made of combining marks is read in linear time`() {
    let name = "~" + String(repeating: "\u{301}\u{323}\u{327}", count: 20_000)
    let before = Self.workedSeconds
    _ = SubmittedForm([(name: name, value: "")])
    #expect(Self.workedSeconds - before < 0.2)
  }

  private static var workedSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
