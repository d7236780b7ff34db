import Testing

@testable import CairnViews

@Suite struct ViewMarkupTests {
  @Test func `A ZStack layers its views`() {
    #expect(
      content(ZStack { Text("a") }) == "<div class=\"zstack\"><p class=\"text\">a</p></div>")
  }

  @Test(
    arguments: [
      (.center, ""), (.leading, " data-inline=\"start\""), (.trailing, " data-inline=\"end\""),
      (.top, " data-block=\"start\""), (.bottom, " data-block=\"end\""),
      (.topLeading, " data-inline=\"start\" data-block=\"start\""),
      (.topTrailing, " data-inline=\"end\" data-block=\"start\""),
      (.bottomLeading, " data-inline=\"start\" data-block=\"end\""),
      (.bottomTrailing, " data-inline=\"end\" data-block=\"end\""),
    ] as [(Alignment, String)])
  func `A ZStack aligns its views`(alignment: Alignment, attributes: String) {
    #expect(
      content(ZStack(alignment: alignment) { Text("a") })
        == "<div class=\"zstack\"\(attributes)><p class=\"text\">a</p></div>")
  }

  @Test func `Text is a paragraph in blocks and plain in labels`() {
    #expect(content(Text("Hello")) == "<p class=\"text\">Hello</p>")
    #expect(
      content(Text("Big").font(.title).foregroundStyle(.secondary).bold())
        == "<p class=\"text title secondary bold\">Big</p>")
    #expect(
      content(Text("a") + Text("b<").italic())
        == "<p class=\"text\">a<span class=\"italic\">b&lt;</span></p>")
    #expect(
      content(Element("h2") { Text("Plain") }) == "<h2>Plain</h2>")
    #expect(
      content(Element("h2") { Text("Small").font(.caption) })
        == "<h2><span class=\"caption\">Small</span></h2>")
  }

  @Test func `Custom elements aren't treated as Cairn's rows or fields`() {
    for name in ["row", "field", "fields wide"] {
      #expect(
        content(Element("div", .class(name)) { Text("a") }).hasPrefix("<div class=\" \(name)\">"))
    }
    #expect(content(Element("div") {}.class("field")) == "<div class=\" field\"></div>")
    #expect(content(Element("div", .class("wide row")) {}) == "<div class=\"wide row\"></div>")
    #expect(content(VStack { Text("a") }.class("field")).hasPrefix("<div class=\"vstack field\">"))
  }

  @Test func `Buttons have the ID of their location`() {
    #expect(
      content(Button("Save") {})
        == "<button name=\"~tap\" value=\"\(Hex.string(Place.root))\">Save</button>")
    #expect(
      content(Button("Go", role: .destructive) {}.disabled().class("wide"))
        == """
        <button class="destructive wide" name="~tap" value="\(Hex.string(Place.root))"\
         disabled>Go</button>
        """)
    #expect(
      content(Button("Go") {}.buttonStyle(.borderedProminent)).contains("class=\"prominent\""))
  }

  @Test func `Stacks and groups nest`() {
    let view = VStack {
      HStack(alignment: .top) {
        Text("a")
        Spacer()
      }
      Divider()
      Group { Text("b") }
    }
    #expect(
      content(view)
        == """
        <div class="vstack"><div class="hstack top"><p class="text">a</p>\
        <span class="spacer"></span></div><hr><p class="text">b</p></div>
        """)
  }

  @Test func `Lists have a row for each view and element`() {
    let view = List {
      Text("First")
      ForEach(1..<3) { number in
        Text("\(number)")
        Text("of two")
      }
      if true { Divider() }
    }
    #expect(
      content(view)
        == """
        <ul class="list"><li class="row"><p class="text">First</p></li>\
        <li class="row"><p class="text">1</p><p class="text">of two</p></li>\
        <li class="row"><p class="text">2</p><p class="text">of two</p></li>\
        <li class="row"><hr></li></ul>
        """)
  }

  @Test func `Sections have headings in lists and legends in forms`() {
    let list = List {
      Section("Open") { Text("a") }
      Section {
        ForEach([7], id: \.self) { Text("\($0)") }
      } header: {
        Text("Done")
      } footer: {
        Text("All")
      }
      Text("loose")
    }
    #expect(
      content(list)
        == """
        <div class="list"><section class="section"><h2>Open</h2><ul class="list">\
        <li class="row"><p class="text">a</p></li></ul></section>\
        <section class="section"><h2>Done</h2><ul class="list">\
        <li class="row"><p class="text">7</p></li></ul><p class="footer">All</p></section>\
        <ul class="list"><li class="row"><p class="text">loose</p></li></ul></div>
        """)
    #expect(
      content(Form { Section("Details") { Text("a") } })
        == """
        <div class="form"><fieldset class="section"><legend>Details</legend>\
        <p class="text">a</p></fieldset></div>
        """)
    #expect(
      content(List { ForEach(0..<1) { number in Section("S\(number)") { Text("x") } } })
        == """
        <div class="list"><section class="section"><h2>S0</h2><ul class="list">\
        <li class="row"><p class="text">x</p></li></ul></section></div>
        """)
  }

  @Test func `A section without a header isn't a group`() {
    #expect(
      content(Form { Section { Text("a") } }).contains("<fieldset class=\"section\" role=\"none\">")
    )
  }

  @Test func `A row that the script hides is marked`() {
    let list = List {
      Text("a")
      Button("Apply") {}.noscript()
      Text("b").class("c")
    }
    let html = content(list)
    #expect(
      html.contains("<li class=\"row only-without-script\"><button class=\"only-without-script\""))
    #expect(html.split(separator: "<li class=\"row\">").count == 3)
  }

  @Test func `Links, images, labels, and progress are rendered`() {
    #expect(content(Link("Home", destination: "/")) == "<a href=\"/\">Home</a>")
    #expect(
      content(List { NavigationLink("Inventory", href: "/inventory") })
        == """
        <ul class="list"><li class="row">\
        <a class="row-button" href="/inventory">Inventory</a></li></ul>
        """)
    #expect(
      content(Image("cairn.svg", alt: "A cairn"))
        == "<img src=\"/public/cairn.svg\" alt=\"A cairn\">")
    #expect(
      content(Label("Add", icon: "+"))
        == "<span class=\"label\"><span class=\"icon\" aria-hidden=\"true\">+</span>Add</span>")
    #expect(content(ProgressView()) == "<progress></progress>")
    #expect(
      content(ProgressView("Counting", value: 2, total: 5))
        == "<progress value=\"2\" max=\"5\" aria-label=\"Counting\"></progress>")
    #expect(
      content(ContentUnavailableView("No items", description: "Add one."))
        == """
        <div class="unavailable"><h2>No items</h2>\
        <p class="text secondary">Add one.</p></div>
        """)
    #expect(
      content(LabeledContent("Color", value: "Red"))
        == """
        <div class="labeled"><span class="label">Color</span>\
        <span class="value">Red</span></div>
        """)
  }

  @Test func `Elements accept attributes and modifiers`() {
    let view = Element("article", .class("card"), .attribute("data-x", "1\"")) {
      Element("br")
      Text("in")
      EmptyView()
    }
    .class("wide")
    .attribute("lang", "de")
    .hidden()
    #expect(
      content(view)
        == "<article class=\"wide card\" hidden lang=\"de\" data-x=\"1&quot;\"><br>in</article>")
    #expect(
      content(List { Element("li", .class("row own")) { Text("x") } })
        == "<ul class=\"list\"><li class=\" row own\">x</li></ul>")
  }

  @Test func `Modifiers that apply to no element are dropped`() {
    let view = Group {
      Group {}.class("lost").attribute("data-lost", "")
      Text("a")
    }
    #expect(content(view) == "<p class=\"text\">a</p>")
  }

  @Test func `Custom views, optionals, and AnyView show their content`() {
    struct Greeting: View {
      let name: String?
      var body: some View {
        if let name { Text("Hello, \(name)") } else { AnyView(Text("Hello")) }
      }
    }
    #expect(content(Greeting(name: "Blob")) == "<p class=\"text\">Hello, Blob</p>")
    #expect(content(Greeting(name: nil)) == "<p class=\"text\">Hello</p>")
    #expect(content(Text?.none) == "")
  }

  @Test func `Tabs show only the selected content`() throws {
    let box = Box(1)
    var view: some View {
      TabView(selection: box.binding) {
        Tab("One", value: 1) { Text("first") }
        Text("second").tabItem { Text("Two") }.tag(2)
      }
    }
    let html = content(view)
    #expect(
      html.hasPrefix("<nav class=\"tabs\" aria-label=\"Tabs\"><button name=\"~tap\" value=\""))
    #expect(html.contains("\" aria-current=\"page\">One</button>"))
    #expect(html.hasSuffix("Two</button></nav><p class=\"text\">first</p>"))
    try tap("Two", in: view)
    #expect(box.value == 2)
    #expect(content(view).hasSuffix("</nav><p class=\"text\">second</p>"))
  }

  @Test func `Nested tabs have their level in the label`() {
    let inner = NavigationStack {
      Text("Below").navigationDestination(isPresented: .constant(true)) {
        TabView(selection: .constant(1)) { Tab("Two", value: 1) { Text("inside") } }
      }
    }
    let view = TabView(selection: .constant(1)) { Tab("One", value: 1) { inner } }
    let html = content(view)
    #expect(html.hasPrefix("<nav class=\"tabs\" aria-label=\"Tabs\"><button"))
    #expect(html.contains("<nav class=\"tabs\" aria-label=\"Tabs, level 2\"><button"))
  }
}
