import CairnFeatures
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

@Suite struct FieldTests {
  let id = Hex.string(Place.root)

  @Test func `Text fields have a label, a name, and a value`() {
    let check = Hex.string(FieldCheck.hash(of: "Keyboard"))
    #expect(
      content(TextField("Name", text: .constant("Keyboard"), prompt: "Any"))
        == """
        <div class="field"><label for="f-\(id)">Name</label>\
        <input class="input" id="f-\(id)" name="~f.\(id).\(check)" type="text" dir="auto"\
         maxlength="25000" value="Keyboard" placeholder="Any"></div>
        """)
    let field = TextField("Quantity", value: .constant(3), format: .number).disabled()
    #expect(
      content(field).contains(
        " type=\"text\" dir=\"auto\" maxlength=\"25000\" value=\"3\" disabled>"))
  }

  @Test func `Empty numbers can be nil`() {
    let (whole, part, percent) = (Box(Int?.none), Box(Double?.some(1.5)), Box(Double?.none))
    let fields = [
      TextField("Whole", value: whole.binding, format: .number),
      TextField("Part", value: part.binding),
      TextField("Percent", value: percent.binding, format: FloatingPointFormatStyle.Percent()),
    ]
    #expect(content(fields[0]).contains("value=\"\""))
    #expect(content(fields[1]).contains("value=\"1.5\""))
    #expect(submit(" ", to: fields[0]) == .unchanged)
    #expect(submit("0", to: fields[0]) == .applied)
    #expect(submit("x", to: fields[0]) == .refused(.system(.notWholeNumber("x"))))
    #expect(submit("", to: fields[1]) == .applied)
    #expect(submit("50%", to: fields[2]) == .applied)
    #expect(whole.value == 0)
    #expect(part.value == nil)
    #expect(percent.value == 0.5)
  }

  @Test func `Keyboard and content types set the input's attributes`() {
    func input(_ view: some View) -> String {
      content(view).text(between: "<input", and: ">") ?? content(view)
    }
    let text = Binding<String>.constant("")
    let email = TextField("Mail", text: text).keyboardType(.emailAddress)
      .textContentType(.emailAddress)
    #expect(input(email).contains(" type=\"email\" autocomplete=\"email\" maxlength"))
    #expect(input(TextField("Code", text: text).keyboardType(.numberPad)).contains("\"numeric\""))
    let number = TextField("Pieces", value: .constant(1)).keyboardType(.numberPad)
    #expect(input(number).contains(" type=\"text\" inputmode=\"numeric\" maxlength"))
    let password = SecureField("Password", text: .constant(Secret()))
      .textContentType(.newPassword)
    #expect(input(password).contains(" type=\"password\" autocomplete=\"new-password\""))
    let address = TextEditor("Address", text: text).textContentType(.fullStreetAddress)
    #expect(content(address).contains("<textarea") && content(address).contains("street-address"))
    let form = Form {
      Section("A") { TextField("Name", text: text) }.textContentType(.name)
      TextField("Other", text: text)
    }
    #expect(content(form).split(separator: "autocomplete=").count == 2)
    let none = TextField("Name", text: text).textContentType(nil).textContentType(.name)
    #expect(!input(none).contains("autocomplete"))
  }

  @Test func `Text is written only if it differs`() {
    let box = Box("a")
    #expect(submit("a", to: TextField("T", text: box.binding)) == .unchanged)
    #expect(submit("b", to: TextField("T", text: box.binding)) == .applied)
    #expect(box.value == "b")
  }

  @Test func `Numbers that can't be parsed are rejected`() {
    let whole = Box(3)
    let field = TextField("Quantity", value: whole.binding, format: .number)
    #expect(submit("abc", to: field) == .refused(.system(.notWholeNumber("abc"))))
    #expect(submit("--5", to: field) == .refused(.system(.notWholeNumber("--5"))))
    #expect(submit(" ", to: field) == .refused(.system(.enterWholeNumber)))
    let large = "99999999999999999999"
    #expect(submit(large, to: field) == .refused(.system(.numberTooLarge(large))))
    #expect(submit("-\(large)", to: field) == .refused(.system(.numberTooSmall("-\(large)"))))
    #expect(whole.value == 3)
    #expect(submit(" 12 ", to: field) == .applied)
    #expect(whole.value == 12)
    let decimal = Box(1.5)
    let other = TextField("Price", value: decimal.binding, format: .number)
    #expect(submit("x", to: other) == .refused(.system(.notNumber("x"))))
    #expect(submit("nan", to: other) == .refused(.system(.notNumber("nan"))))
    #expect(submit("", to: other) == .refused(.system(.enterNumber)))
    #expect(submit("2.25", to: other) == .applied)
    #expect(decimal.value == 2.25)
    for text in ["0x1p3", "infinity", "1_000"] {
      #expect(submit(text, to: other) == .refused(.system(.notNumber(text))))
    }
    #expect(submit("1e3", to: other) == .applied)
    #expect(decimal.value == 1000)
  }

  @Test func `Numbers can have digits of every script`() {
    let (whole, decimal) = (Box(3), Box(1.5))
    let field = TextField("Quantity", value: whole.binding, format: .number)
    #expect(submit("１２", to: field) == .applied)
    #expect(whole.value == 12)
    #expect(submit("−٣", to: field) == .applied)
    #expect(whole.value == -3)
    #expect(
      submit("２．５", to: TextField("Price", value: decimal.binding, format: .number)) == .applied)
    #expect(decimal.value == 2.5)
  }

  @Test func `Drafts are shown with their message and count as edits`() {
    let draft = Draft(typed: "abc", message: .system(.notWholeNumber("abc")))
    let html = content(
      TextField("Quantity", value: .constant(3), format: .number), drafts: [Place.root: draft])
    #expect(
      html.contains(" value=\"abc\" aria-invalid=\"true\" aria-describedby=\"f-\(id)-error\""))
    #expect(
      html.contains("<p class=\"error\" id=\"f-\(id)-error\">“abc” isn't a whole number.</p>"))
    #expect(fieldNames(in: html) == [FieldName(id: Place.root, check: FieldCheck.hash(of: "3"))])
  }

  @Test func `A validation message is shown below the field inside`() {
    let view = VStack {
      TextField("Name", text: .constant("")).validationMessage("Enter a name.")
      TextField("Other", text: .constant(""))
    }
    let html = content(view)
    #expect(html.split(separator: "aria-invalid").count == 2)
    #expect(html.contains("-error\">Enter a name.</p></div><div class=\"field\"><label"))
    #expect(!content(TextField("N", text: .constant("")).validationMessage(nil)).contains("error"))
  }

  @Test func `Text editors keep line breaks and a first empty line`() {
    let check = Hex.string(FieldCheck.hash(of: "\na\nb"))
    #expect(
      content(TextEditor(text: .constant("\r\na\rb")).accessibilityLabel("Notes"))
        == """
        <div class="field"><textarea class="input" aria-label="Notes" id="f-\(id)"\
         name="~f.\(id).\(check)" maxlength="50000" dir="auto">\n\na\nb</textarea></div>
        """)
    let box = Box("a\nb")
    #expect(submit("a\r\nb", to: TextEditor(text: box.binding)) == .unchanged)
    #expect(submit("a\r\nc", to: TextEditor(text: box.binding)) == .applied)
    #expect(box.value == "a\nc")
  }

  @Test func `Toggles submit a value when they're off`() {
    let check = Hex.string(FieldCheck.hash(of: "1"))
    #expect(
      content(Toggle("In stock", isOn: .constant(true)))
        == """
        <div class="field toggle"><input type="hidden" name="~f.\(id).\(check)"\
         value="0"><input type="checkbox" class="input" role="switch" id="f-\(id)"\
         name="~f.\(id).\(check)" value="1" checked>\
        <label for="f-\(id)">In stock</label></div>
        """)
    let box = Box(true)
    #expect(submit("1", to: Toggle("T", isOn: box.binding)) == .unchanged)
    #expect(submit("0", to: Toggle("T", isOn: box.binding)) == .applied)
    #expect(!box.value)
  }

  enum Color: String, CaseIterable { case red, green }

  func picker(_ box: Box<Color?>) -> some View {
    Picker("Color", selection: box.binding) {
      Text("None").tag(Color?.none)
      ForEach(Color.allCases, id: \.self) { Text($0.rawValue).tag(Color?.some($0)) }
    }
  }

  @Test func `Pickers submit the hashes of their tags`() {
    let box = Box<Color?>(.green)
    let none = Hex.string(StableHash.of(Color?.none))
    let red = Hex.string(StableHash.of("red"))
    let green = Hex.string(StableHash.of("green"))
    let check = Hex.string(FieldCheck.hash(of: green))
    #expect(
      content(picker(box))
        == """
        <div class="field"><label for="f-\(id)">Color</label>\
        <select class="input" id="f-\(id)" name="~f.\(id).\(check)">\
        <option value="\(none)">None</option><option value="\(red)">red</option>\
        <option value="\(green)" selected>green</option></select></div>
        """)
    #expect(submit(green, to: picker(box)) == .unchanged)
    #expect(submit(red, to: picker(box)) == .applied)
    #expect(box.value == .red)
    #expect(submit(none, to: picker(box)) == .applied)
    #expect(box.value == nil)
  }

  @Test func `Pickers reject values that aren't options`() {
    let box = Box(3)
    let view = Picker("P", selection: box.binding) { Text("One").tag(1) }
    #expect(content(view).contains("<option value=\"\" selected hidden></option></select>"))
    #expect(submit("", to: view) == .unchanged)
    #expect(
      submit(Hex.string(StableHash.of(2)), to: view)
        == .refused(.system(.choiceUnavailable)))
    #expect(box.value == 3)
  }

  @Test func `Pickers can be radio buttons`() {
    let html = content(picker(Box(.red)).pickerStyle(.segmented))
    #expect(html.hasPrefix("<fieldset class=\"field segmented\"><legend>Color</legend>"))
    #expect(html.split(separator: "type=\"radio\"").count == 4)
    #expect(html.split(separator: " checked").count == 2)
  }

  @Test func `A stepper can have any label`() throws {
    let box = Box(1)
    var view: some View {
      Stepper(value: box.binding, step: 5) { Text("Quantity: \(box.value)") }
    }
    let id = Hex.string(Place.root)
    #expect(
      content(view).hasPrefix(
        """
        <div class="field stepper" role="group" aria-labelledby="f-\(id)">\
        <span class="label" id="f-\(id)">Quantity: 1</span><button aria-label="Decrement"
        """))
    try tap("Increment", in: view)
    #expect(box.value == 6)
    let ranged = Stepper(value: box.binding, in: 0...6) { Text("Quantity") }
    #expect(content(ranged).contains("disabled>+"))
    let own = Stepper(label: { Text("Own") }, onIncrement: { box.value = 0 }, onDecrement: nil)
    try tap("Increment", in: own)
    #expect(box.value == 0)
    #expect(content(own).contains(" disabled>−"))
  }

  @Test func `Steppers stay in their range`() throws {
    let box = Box(1)
    var view: some View {
      Stepper("“Q” & more", value: box.binding, in: 0...2)
    }
    let html = content(view)
    let down = Hex.string(Place.mix(Place.root, 14))
    let up = Hex.string(Place.mix(Place.root, 15))
    #expect(
      html == """
        <div class="field stepper"><span class="label">“Q” &amp; more</span>\
        <button aria-label="Decrement “Q” &amp; more" name="~tap" value="\(down)">−</button>\
        <button aria-label="Increment “Q” &amp; more" name="~tap" value="\(up)">+</button></div>
        """)
    try tap("Increment “Q” &amp; more", in: view)
    #expect(box.value == 2)
    #expect(content(view).hasSuffix(" disabled>+</button></div>"))
    // A tap on a button of an older page doesn't exceed the range.
    let tap = try #require(taps("Increment “Q” &amp; more", in: page(view)).first)
    let handler = try #require(collect(view, wanted: [tap]).taps[tap])
    #expect(!handler.isDisabled)
    handler.action()
    #expect(box.value == 2)
    #expect(collect(view.disabled(), wanted: [tap]).taps[tap]?.isDisabled == true)
  }

  @Test func `Passwords are never written to a page`() {
    let box = Box(Secret("hunter2"))
    let view = SecureField("Password", text: box.binding)
    let html = page(view, PageContext(drafts: [Place.root: Draft(typed: "typed", message: nil)]))
    #expect(!html.contains("hunter2") && !html.contains("typed"))
    #expect(submit("", to: view) == .unchanged)
    #expect(submit("new", to: view) == .applied)
    #expect(box.value == Secret("new"))
  }

  @Test(arguments: [
    "", "plain", "a\r\nb", "a\rb", "a\nb", "\r\n", "\0", "🪨\0é", "<&\"'>", "\n\n", "e\u{301}",
  ])
  func `Untouched fields are recognized`(_ value: String) throws {
    // Like in a browser, a text field submits one line, and a text area uses CRLF.
    let line = value.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }
      .map { $0 == "\0" ? "\u{FFFD}" : String($0) }.joined()
    let field = page(TextField("T", text: .constant(value)))
    #expect(fieldNames(in: field).map(\.check) == [FieldCheck.hash(of: line)])

    let shown = FieldCheck.normalized(value)
    let submitted = shown.unicodeScalars.map { $0 == "\n" ? "\r\n" : String($0) }.joined()
    let area = page(TextEditor("T", text: .constant(value)))
    #expect(fieldNames(in: area).map(\.check) == [FieldCheck.hash(of: submitted)])
  }

  @Test func `Field names are parsed`() {
    let name = FieldName(id: 0xAB, check: 0xCD)
    #expect(FieldName.parse("~f.00000000000000ab.00000000000000cd") == name)
    for other in ["", "~tap", "~f.", "~f.ab.cd", "~f.00000000000000ab.00000000000000cg"] {
      #expect(FieldName.parse(other) == nil)
    }
  }
}
