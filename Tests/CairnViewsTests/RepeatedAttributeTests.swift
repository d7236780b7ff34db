import CairnFeatures
import Testing

@testable import CairnViews

/// Attributes that modifiers add to elements with attributes of their own.
@Suite struct RepeatedAttributeTests {
  /// The names of each start tag's attributes.
  private func names(_ html: String) -> [[String]] {
    html.matches(of: #/<[a-z][a-z0-9]*((?:\s+[^\s=>"]+(?:="[^"]*")?)*)\s*>/#).map { tag in
      tag.1.matches(of: #/\s+([^\s=>"]+)(?:="[^"]*")?/#).map { $0.1.lowercased() }
    }
  }

  private func expectNoRepetition(_ view: some View) {
    let html = content(view)
    for tag in names(html) {
      #expect(Set(tag).count == tag.count, "\(html)")
    }
  }

  @Test func `An attribute replaces the one of a field`() {
    let html = content(
      TextField("T", text: .constant("x"), prompt: "p").attribute("type", "date"))
    #expect(html.contains(" type=\"date\""))
    #expect(!html.contains(" type=\"text\""))
    #expect(html.contains(" value=\"x\" placeholder=\"p\""))
    #expect(
      content(Image(url: "/a", alt: "A").attribute("ALT", "a < b > c"))
        .contains(" ALT=\"a &lt; b &gt; c\""))
  }

  @Test func `Similar names and texts aren't repetitions`() {
    #expect(
      content(Image(url: "/a", alt: "src=").attribute("data-src", "alt=\"x\" src"))
        == "<img data-src=\"alt=&quot;x&quot; src\" src=\"/a\" alt=\"src=\">")
    #expect(
      content(Text("x").attribute("title", "a hidden b").hidden())
        .contains(" title=\"a hidden b\""))
    #expect(content(Text("x").attribute("title", "a hidden b").hidden()).contains(" hidden "))
  }

  @Test func `The outermost modifier's attribute applies`() {
    #expect(
      content(Text("x").attribute("title", "in").attribute("TITLE", "out"))
        == "<p class=\"text\" TITLE=\"out\">x</p>")
    #expect(
      content(Element("i", .attribute("title", "own")).attribute("title", "given"))
        == "<i title=\"given\"></i>")
  }

  @Test func `A tag without given attributes isn't changed after one with them`() {
    #expect(
      content(
        VStack {
          Text("x").attribute("lang", "en")
          Image(url: "/a", alt: "A")
        }
      ).contains("<img src=\"/a\" alt=\"A\">"))
  }

  @Test func `No tag has an attribute twice`() {
    func check(_ view: some View) {
      let first = view.attribute("type", "date").attribute("id", "x").attribute("value", "v")
      let second = first.attribute("href", "/x").attribute("src", "/x").attribute("alt", "x")
      let third = second.attribute("role", "x").attribute("aria-labelledby", "x")
      let fourth = third.attribute("aria-describedby", "x").attribute("aria-invalid", "false")
      let fifth = fourth.attribute("aria-label", "x").attribute("disabled").attribute("checked")
      let sixth = fifth.attribute("placeholder", "x").attribute("max", "7")
      let seventh = sixth.attribute("maxlength", "7").attribute("autocomplete", "off")
      let eighth = seventh.attribute("inputmode", "none").attribute("data-tap", "x")
      expectNoRepetition(eighth.accessibilityLabel("y").hidden().hidden())
    }
    let text = Binding.constant("x")
    check(TextField("T", text: text, prompt: "p").keyboardType(.emailAddress))
    check(TextField("T", text: text).textContentType(.name).validationMessage("Wrong.").disabled())
    check(SecureField("S", text: .constant(Secret())))
    check(TextEditor("E", text: text).validationMessage("Wrong."))
    check(Toggle("T", isOn: .constant(true)))
    check(Stepper("S", value: .constant(1), in: 0...2))
    check(Picker("P", selection: .constant(0)) { Text("A").tag(0) })
    check(Button("B") {}.disabled())
    check(Button("B", role: .destructive) {})
    check(Link("L", destination: "/l"))
    check(NavigationLink("L", href: "/l"))
    check(NavigationLink(path: "l", action: {}, label: Text("L")))
    check(Image(url: "/i", alt: "I"))
    check(ProgressView("P", value: 1, total: 2))
    check(Element("a", .href("/a"), .id("i"), .attribute("role", "y")) { Text("x") })
    check(Text("x"))
  }
}
