import CairnTexts
import Testing

@testable import CairnViews

/// The texts around fields: help texts, units, reasons, and hidden titles.
@Suite struct FieldNoteTests {
  let id = Hex.string(Place.root)

  private var name: TextField { TextField("Name", text: .constant("Ada")) }

  @Test func `A help text is below the field and describes it`() {
    let html = content(name.help("As on your \"card\"."))
    #expect(
      html.hasSuffix(
        """
         aria-describedby="f-\(id)-help"><p class="help" id="f-\(id)-help">\
        As on your "card".</p></div>
        """))
    #expect(content(name.help(nil)) == content(name))
  }

  @Test func `A unit is after the field and describes it`() {
    let html = content(TextField("Weight", value: .constant(3), format: .number).unit("kg"))
    #expect(html.hasPrefix("<div class=\"field measured\"><label"))
    #expect(
      html.hasSuffix(
        " aria-describedby=\"f-\(id)-unit\"><span class=\"unit\" id=\"f-\(id)-unit\">kg</span></div>"
      ))
  }

  @Test func `All texts describe an invalid field in their order`() {
    let html = content(name.help("Help").unit("kg").validationMessage("Wrong."))
    #expect(
      html.hasSuffix(
        """
         aria-invalid="true" aria-describedby="f-\(id)-unit f-\(id)-help f-\(id)-error">\
        <span class="unit" id="f-\(id)-unit">kg</span><p class="help" id="f-\(id)-help">Help</p>\
        <p class="error" id="f-\(id)-error">Wrong.</p></div>
        """))
  }

  @Test func `A hidden title is the name for assistive technology`() {
    #expect(!content(name.labelsHidden()).contains("<label"))
    #expect(content(name.labelsHidden()).contains(" aria-label=\"Name\">"))
    let toggle = content(Toggle("In \"stock\"", isOn: .constant(true)).labelsHidden())
    #expect(toggle.contains(" aria-label=\"In &quot;stock&quot;\"></div>"))
    let options = Picker("City", selection: .constant(1)) { Text("Oslo").tag(1) }
    let group = content(options.pickerStyle(.inline).labelsHidden())
    #expect(
      group.hasPrefix(
        "<fieldset class=\"field choices\" aria-label=\"City\"><label class=\"choice\">"))
    let menu = content(options.labelsHidden())
    #expect(menu.contains(" aria-label=\"City\"><option"))
    let own = content(name.accessibilityLabel("Full name").labelsHidden())
    #expect(own.contains(" aria-label=\"Full name\"") && !own.contains(" aria-label=\"Name\""))
  }

  @Test func `A stepper with a hidden title has buttons with names`() throws {
    let box = Box(1)
    let view = Stepper("Count", value: box.binding).labelsHidden()
    #expect(
      content(view).hasPrefix("<div class=\"field stepper\"><button aria-label=\"Decrement Count\"")
    )
    try tap("Increment Count", in: view)
    #expect(box.value == 2)
  }

  @Test func `Only the titles within the view are hidden`() {
    let html = content(
      VStack {
        name.labelsHidden()
        TextField("Other", text: .constant(""))
        TextEditor(text: .constant("")).labelsHidden()
      })
    #expect(html.split(separator: "<label").count == 2)
    #expect(html.split(separator: "aria-label").count == 2)
  }

  @Test func `A reason disables the controls and is written once for all of them`() {
    let view = VStack {
      name
      Button("Save") {}
      Stepper("Count", value: .constant(1))
    }
    let html = content(view.disabled(reason: "Too late."))
    #expect(html.split(separator: " disabled>").count == 5)
    #expect(html.split(separator: " aria-describedby=\"f-\(id)-reason\" disabled").count == 5)
    #expect(html.split(separator: "Too late.").count == 2)
    #expect(html.contains("<p class=\"help\" id=\"f-\(id)-reason\">Too late.</p></div><button"))
    #expect(content(view.disabled(reason: nil)) == content(view))
  }

  @Test func `The reason of a button is after it`() {
    let html = content(Button("Save") {}.disabled(reason: "Your cart is empty."))
    #expect(
      html.hasSuffix(
        """
         aria-describedby="f-\(id)-reason" disabled>Save</button>\
        <p class="help" id="f-\(id)-reason">Your cart is empty.</p>
        """))
  }

  @Test func `The reason of a menu or a disclosure group is next to its button`() {
    let reason = "<p class=\"help\" id=\"f-\(id)-reason\">Too late.</p>"
    let menu = content(Menu("Options") { Button("Rename") {} }.disabled(reason: "Too late."))
    #expect(
      menu.contains(
        " aria-describedby=\"f-\(id)-reason\" disabled>Options</button>\(reason)<div class=\"items\""
      ))
    let group = DisclosureGroup("More", isExpanded: .constant(true)) { Button("Rename") {} }
    let html = content(group.disabled(reason: "Too late."))
    #expect(
      html.contains(
        " aria-describedby=\"f-\(id)-reason\" disabled>More</button>\(reason)<div class=\"disclosed\""
      ))
    for html in [menu, html] { #expect(html.split(separator: "Too late.").count == 2) }
  }

  @Test func `A help text of a stepper is below it and describes its buttons`() {
    let html = content(Stepper("Count", value: .constant(1)).help("At most ten."))
    #expect(html.split(separator: " aria-describedby=\"f-\(id)-help\">").count == 3)
    #expect(html.hasSuffix("<p class=\"help\" id=\"f-\(id)-help\">At most ten.</p></div>"))
  }

  @Test func `A tap on a button with a reason is rejected`() throws {
    let enabled = Button("Save") {}
    let tap = try #require(taps("Save", in: page(enabled)).first)
    #expect(collect(enabled, wanted: [tap]).taps[tap]?.isDisabled == false)
    let disabled = enabled.disabled(reason: "Too late.")
    #expect(collect(disabled, wanted: [tap]).taps[tap]?.isDisabled == true)
  }

  @Test func `The lines of a text area are limited`() {
    func area(_ lines: ClosedRange<Int>) -> String {
      content(TextEditor("Note", text: .constant(""), prompt: "Any").lineLimit(lines))
    }
    #expect(area(2...6).contains(" rows=\"2\" data-rows=\"6\" dir=\"auto\" placeholder=\"Any\">"))
    #expect(area(-1...0).contains(" rows=\"1\" data-rows=\"1\" dir"))
    #expect(area(9...99).contains(" rows=\"6\" dir"))
    #expect(!content(TextEditor("Note", text: .constant(""))).contains("rows"))
  }
}
