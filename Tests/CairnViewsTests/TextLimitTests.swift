import CairnFeatures
import CairnTexts
import Testing

@testable import CairnViews

@Suite struct TextLimitTests {
  private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

  @Test func `Every text field has a limit`() {
    let box = Box("")
    let secret = Box(Secret())
    let limits: [(any View, Int, String)] = [
      (TextField("T", text: box.binding), 25_000, "25,000"),
      (SecureField("T", text: secret.binding), 1000, "1,000"),
      (TextEditor("T", text: box.binding), 50_000, "50,000"),
    ]
    func expectLimit(_ view: some View, _ limit: Int, _ text: String) {
      #expect(content(view).contains(" maxlength=\"\(limit)\""))
      #expect(submit(self.text(limit), to: view) == .applied)
      let message = SystemText.textTooLong(limit: limit)
      #expect(submit(self.text(limit + 1), to: view) == .refused(.system(message)))
      #expect(message.string(in: .english) == "Enter at most \(text) characters.")
    }
    for (view, limit, text) in limits { expectLimit(view, limit, text) }
    #expect(box.value == text(50_000))
    #expect(secret.value == Secret(text(1000)))
  }

  @Test func `A modifier sets another limit`() {
    let box = Box("")
    let view = Form { TextField("T", text: box.binding) }.maxLength(3)
    #expect(content(view).contains(" maxlength=\"3\""))
    #expect(submit("abc", to: view) == .applied)
    #expect(submit("abcd", to: view) == .refused(.system(.textTooLong(limit: 3))))
    let one = TextField("T", text: box.binding).maxLength(1)
    #expect(submit("ab", to: one) == .refused(.system(.textTooLong(limit: 1))))
    let any = TextField("T", text: box.binding).maxLength(.max)
    #expect(!content(any).contains("maxlength"))
    #expect(submit(text(100_000), to: any) == .applied)
  }

  /// Browsers count UTF-16 code units, and a line break as one.
  @Test func `Characters are counted as browsers count them`() {
    let box = Box("")
    let field = TextField("T", text: box.binding).maxLength(4)
    #expect(submit("👍👍", to: field) == .applied)
    #expect(submit("👍👍a", to: field) == .refused(.system(.textTooLong(limit: 4))))
    #expect(submit("éééé", to: field) == .applied)
    let editor = TextEditor("T", text: box.binding).maxLength(4)
    #expect(submit("a\r\nb\r\n", to: editor) == .applied)
    #expect(submit("a\r\nb\r\nc", to: editor) == .refused(.system(.textTooLong(limit: 4))))
  }

  /// For example, the text may have been stored before the limit existed.
  @Test func `A longer text is shown and can stay unchanged`() {
    let box = Box(text(30_000))
    let field = TextField("T", text: box.binding)
    #expect(content(field).contains("value=\"\(text(30_000))\""))
    #expect(fieldNames(in: content(field)).first?.check == FieldCheck.hash(of: text(30_000)))
    #expect(submit(text(20_000), to: field) == .applied)
  }
}
