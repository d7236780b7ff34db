import CairnTexts
import Testing

@testable import CairnViews

/// A search field is above its view, and works without the script.
@Suite struct SearchableTests {
  @Test func `A search field has a name, and a button without the script`() throws {
    let text = Box("a \"b\"")
    let view = List { Text("Row") }.searchable(text: text.binding, prompt: "Search for rows")
    let html = content(view)
    #expect(html.contains("<search class=\"search\" role=\"search\"><div class=\"field\"><input"))
    #expect(html.contains(" type=\"search\"") && html.contains(" enterkeyhint=\"search\""))
    #expect(html.contains(" placeholder=\"Search for rows\""))
    #expect(html.contains(" value=\"a &quot;b&quot;\""))
    #expect(html.contains("<button class=\"only-without-script\" name=\"~tap\""))
    #expect(html.contains(">Search</button></search><ul class=\"list\"><li class=\"row\">"))
    #expect(submit("axe", to: view) == .applied)
    #expect(text.value == "axe")
    try tap("Search", in: view)
    #expect(text.value == "axe")
  }

  @Test func `Without a prompt, the name is the word for a search`() {
    let view = Text("A").searchable(text: .constant(""))
    #expect(content(view).contains(" aria-label=\"Search\""))
    #expect(content(view).contains(" placeholder=\"Search\""))
  }

  @Test func `The field keeps its ID, whatever the view below it is`() {
    let text = Box("")
    let names = [Text("A"), Text("B") + Text("C")].map { shown in
      fieldNames(in: content(shown.searchable(text: text.binding))).map(\.id)
    }
    #expect(names[0].count == 1 && names[0] == names[1])
  }

  @Test func `A list with sections stays one`() {
    let view = List {
      Group { Section("A") { Text("Row") } }.searchable(text: .constant(""))
    }
    #expect(
      content(view).contains("<div class=\"list\"><ul class=\"list\"><li class=\"row\"><search"))
    #expect(content(view).contains("</search></li></ul><section class=\"section\">"))
  }
}
