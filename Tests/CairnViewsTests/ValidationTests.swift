import Foundation
import Testing

@testable import CairnViews

/// Messages about the values of a form, and the list of them.
@Suite struct ValidationTests {
  private enum Field: String, Codable { case name, guests }
  private typealias Messages = ValidationMessages<Field>

  private func messages(name: String, guests: Int) -> Messages {
    Messages {
      $0.require(!name.isEmpty, .name, "Enter a name.")
      $0.require(name.count < 4, .name, "Enter at most \(3) characters.")
      $0.require((1...12).contains(guests), .guests, "Enter a number from 1 to 12.")
    }
  }

  @Test func `Each field has the message of its first unmet condition`() {
    let valid = messages(name: "Ada", guests: 2)
    #expect(valid.isValid && valid.fields.isEmpty && valid[.name] == nil)
    let invalid = messages(name: "", guests: 13)
    #expect(!invalid.isValid)
    #expect(invalid.fields == [.name, .guests])
    #expect(invalid[.name] == "Enter a name.")
    #expect(invalid[.guests] == "Enter a number from 1 to 12.")
    #expect(messages(name: "Grace", guests: 1)[.name] == "Enter at most 3 characters.")
  }

  @Test func `A message isn't replaced, and its conditions aren't evaluated again`() {
    var messages = Messages()
    messages.add("Taken.", about: .name)
    messages.add("Other.", about: .name)
    var count = 0
    func check() -> Bool {
      count += 1
      return false
    }
    messages.require(check(), .name, "Third.")
    messages.require(check(), .guests, String("Fourth."))
    #expect(count == 1)
    #expect(messages[.name] == "Taken.")
    #expect(messages[.guests] == "Fourth.")
  }

  @Test func `Messages can be stored and compared`() throws {
    let invalid = messages(name: "", guests: 2)
    let data = try JSONEncoder().encode(invalid)
    let decoded = try JSONDecoder().decode(Messages.self, from: data)
    #expect(decoded == invalid)
    #expect(decoded != Messages())
  }

  private func form(name: String?, city: String?) -> some View {
    Form {
      TextField("Name", text: .constant("")).validationMessage(name)
      Picker("City", selection: .constant(1)) { Text("Oslo").tag(1) }
        .pickerStyle(.inline).validationMessage(city)
      TextField("Other", text: .constant(""))
    }
  }

  private func summary(_ view: some View) -> String? {
    layers(view).text(between: "<section class=\"problems\"", and: "</section>")
  }

  @Test func `The fields with a message are listed as links above the content`() throws {
    let view = form(name: "Enter a <name>.", city: "Choose a city.").validationSummary()
    let list = try #require(summary(view))
    let ids = fieldNames(in: page(view)).map { Hex.string($0.id) }
    #expect(
      list == """
         aria-labelledby="layer0-invalid"><div>\
        <p id="layer0-invalid">Correct these 2 fields:</p><ul>\
        <li><a href="#f-\(ids[0])">Name: Enter a &lt;name&gt;.</a></li>\
        <li><a href="#f-\(ids[1])-error">City: Choose a city.</a></li></ul></div>
        """)
    let html = page(view)
    #expect(html.range(after: "class=\"problems") < html.range(after: "<main"))
    // The links lead to elements of the page.
    for id in [" id=\"f-\(ids[0])\"", " id=\"f-\(ids[1])-error\""] { #expect(html.contains(id)) }
  }

  @Test func `Without invalid values or without the modifier there's no list`() {
    #expect(summary(form(name: nil, city: nil).validationSummary()) == nil)
    #expect(summary(form(name: "Enter a name.", city: nil)) == nil)
    #expect(summary(form(name: "Enter a name.", city: nil).validationSummary(false)) == nil)
    let one = summary(form(name: "Enter a name.", city: nil).validationSummary())
    #expect(one?.contains("Correct this field:") == true)
  }

  @Test func `Text that can't be applied is listed with its title`() throws {
    let view = TextField("Count", value: .constant(3), format: .number).validationSummary()
    let draft = Draft(typed: "x", message: .system(.notWholeNumber("x")))
    let html = page(view, PageContext(drafts: [Place.root: draft]))
    #expect(html.contains(">Count: “x” isn't a whole number.</a></li></ul>"))
  }

  private struct Remembered: View, Equatable {
    var message: String?

    var body: some View {
      TextField("Name", text: .constant("")).validationMessage(message)
    }
  }

  @Test func `Fields in a remembered view are listed each time`() {
    let memory = RenderMemory(isOn: true)
    var context = PageContext()
    context.memory = memory
    let view = VStack { Remembered(message: "Enter a name.") }.validationSummary()
    let first = page(view, context)
    #expect(first.contains("Correct this field:"))
    #expect(page(view, context) == first)
  }
}
