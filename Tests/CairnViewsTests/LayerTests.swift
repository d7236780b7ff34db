import Testing

@testable import CairnViews

@Suite struct LayerTests {
  struct Item: Identifiable { let id: Int }

  final class Model {
    var sheet: Item?
    var popover: Item?
    var cover: Item?
    var pushed: Item?
    var alert: Item?
    var isConfirming = false
    var inner: Item?
    var log: [String] = []
  }

  struct Root: View {
    @Bindable var model: Model
    var body: some View {
      List {
        ForEach([1, 2, 3], id: \.self) { number in
          Button("Row \(number)") { model.log.append("row \(number)") }
        }
      }
      .navigationTitle("Inventory")
      .toolbar { Button("Add") { model.log.append("add") } }
      .sheet(item: $model.sheet) { item in
        TextField("Name", text: .constant("\(item.id)"))
        Button("Save") { model.log.append("save \(item.id)") }.keyboardShortcut(.defaultAction)
          .navigationTitle("Item \(item.id)")
          .alert(
            item: $model.alert, title: { "Delete \($0.id)?" },
            actions: { item in
              Button("Delete", role: .destructive) { model.log.append("delete \(item.id)") }
              Button("Cancel", role: .cancel) {}
            }, message: { _ in Text("For good.") })
      }
      .popover(item: $model.popover, anchor: \.id) { _ in Text("popover") }
      .fullScreenCover(item: $model.cover) { _ in Text("cover").navigationTitle("Take stock") }
      .navigationDestination(item: $model.pushed) { item in
        Button("Inner") { model.inner = Item(id: 9) }
          .navigationTitle("Edit \(item.id)")
          .navigationDestination(item: $model.inner) { _ in
            Button("Deep") { model.log.append("deep") }.navigationTitle("Deep")
          }
      }
      .confirmationDialog("More", isPresented: $model.isConfirming) {
        Button("Duplicate") { model.log.append("duplicate") }
      }
    }
  }

  let model = Model()
  var root: Root { Root(model: model) }

  @Test func `A screen is a form`() {
    let context = PageContext(
      action: "/a?~k3", canonical: "/a", stylesheet: "/s.css", head: Array("<x>".utf8),
      notice: ["Item 4 is gone."], token: { "token of \($0.title)" })
    let html = page(Text("x").navigationTitle("Home"), context)
    #expect(
      html == """
        <!doctype html>
        <html lang="en"><head>
        <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Home</title>
        <link rel="canonical" href="/a">
        <link rel="stylesheet" href="/s.css">
        <meta name="color-scheme" content="light dark">
        <x></head><body>
        <form class="layer screen" method="post" novalidate action="/a?~k3" id="layer0">\
        <button class="default-action" name="~tap" value="0000000000000000" tabindex="-1" \
        aria-hidden="true"></button>\
        <header class="bar"><h1 id="layer0-title">Home</h1></header>\
        <p class="notice" role="status">Item 4 is gone.</p>\
        <main class="content"><p class="text">x</p></main>\
        <input type="hidden" name="~token" value="token of Home"></form>
        </body></html>

        """)
  }

  @Test func `The page title combines the top layer and the root`() {
    func title() -> String? { page(root).text(between: "<title>", and: "</title>") }
    #expect(title() == "Inventory")
    model.sheet = Item(id: 7)
    #expect(title() == "Item 7 – Inventory")
    model.alert = Item(id: 7)
    #expect(title() == "Delete 7? – Inventory")
    (model.sheet, model.alert) = (nil, nil)
    model.pushed = Item(id: 1)
    model.inner = Item(id: 9)
    #expect(title() == "Deep – Inventory")
    model.pushed = nil
    // A layer without a title uses the title of the layer below.
    model.popover = Item(id: 2)
    #expect(title() == "Inventory")
    #expect(!page(Text("x")).contains("–"))
  }

  @Test func `Only the top layer is live`() throws {
    model.sheet = Item(id: 7)
    let html = layers(root, PageContext(action: "/a", token: { _ in "t" }))
    let forms = html.split(separator: "<form ").map(String.init)
    #expect(forms.count == 2)
    #expect(
      forms[0].hasPrefix(
        """
        class="layer screen" method="post" novalidate action="/a" id="layer0" inert>\
        <header class="bar"><h1 id="layer0-title">Inventory</h1>\
        <div class="toolbar"><button>Add</button></div></header>
        """))
    #expect(!forms[0].contains("~tap") && !forms[0].contains("~token"))
    let save = try #require(taps("Save", in: forms[1]).first)
    let close = Hex.string(Place.mix(layer(1).identity, 8))
    #expect(
      forms[1].hasPrefix(
        """
        class="layer sheet" method="post" novalidate action="/a" id="layer1">\
        <button class="default-action" name="~tap" value="\(Hex.string(save))"\
         aria-keyshortcuts="Enter" tabindex="-1" aria-hidden="true"></button>\
        <button class="backdrop" name="~tap"\
         value="\(close)"\
         tabindex="-1" aria-label="Close"></button>\
        <dialog open class="sheet" aria-labelledby="layer1-title" aria-modal="true">\
        <header class="bar"><h1 id="layer1-title">Item 7</h1></header>\
        <div class="content"><div class="field">
        """))
    #expect(
      forms[1].hasSuffix(
        "Save</button></div></dialog><input type=\"hidden\" name=\"~token\" value=\"t\"></form>\n"))
  }

  func layer(_ index: Int) -> LevelSummary { collect(root).summary.levels[index] }

  @Test func `Covered handlers aren't collected`() throws {
    let row = try #require(taps("Row 2", in: page(root)).first)
    let add = try #require(taps("Add", in: page(root)).first)
    #expect(Set(collect(root, wanted: [row, add]).taps.keys) == [row, add])
    model.sheet = Item(id: 7)
    #expect(collect(root, wanted: [row, add]).taps.isEmpty)
    try tap("Save", in: root)
    #expect(model.log == ["save 7"])
  }

  @Test func `Handlers belong to the presented item`() throws {
    model.sheet = Item(id: 7)
    let save = try #require(taps("Save", in: page(root)).first)
    model.sheet = Item(id: 8)
    #expect(collect(root, wanted: [save]).taps.isEmpty)
    #expect(taps("Save", in: page(root)) != [save])
  }

  @Test func `A presentation found late still covers its layer`() throws {
    let view = VStack {
      Button("First") {}
      Text("x").sheet(item: Box<Item?>(Item(id: 1)).binding) { _ in Button("Top") {} }
    }
    let html = layers(view)
    #expect(html.contains("<button>First</button>"))
    #expect(taps("First", in: html).isEmpty)
    #expect(taps("Top", in: html).count == 1)
    #expect(html.split(separator: " inert>").count == 2)
    let first = taps(
      "First",
      in: page(
        VStack {
          Button("First") {}
          Text("x")
        }))
    #expect(collect(view, wanted: Set(first)).taps.isEmpty)
  }

  @Test func `Presentations nest, and alerts are on top`() throws {
    model.sheet = Item(id: 7)
    model.alert = Item(id: 7)
    let summary = collect(root).summary
    #expect(summary.levels.map(\.kind) == [.screen, .sheet, .alert])
    #expect(summary.levels.map(\.title) == ["Inventory", "Item 7", "Delete 7?"])
    #expect(
      summary.isPresentingEphemeral && summary.title == "Delete 7? – Inventory"
        && !summary.hasFields)
    let html = layers(root)
    let alert = try #require(html.text(between: "class=\"layer alert\"", and: "</form>"))
    let buttons = alert.text(between: "<div class=\"buttons\">", and: "</div>") ?? ""
    #expect(
      alert.hasPrefix(
        """
         method="post" novalidate action="" id="layer2"><div class="backdrop"></div>\
        <dialog open class="alert" role="alertdialog" aria-labelledby="layer2-title"\
         aria-modal="true" aria-describedby="layer2-message">\
        <h1 id="layer2-title">Delete 7?</h1>\
        <p class="message" id="layer2-message">For good.</p><div class="buttons">
        """))
    #expect(buttons.hasPrefix("<button class=\"destructive\" name=\"~tap\" value=\""))
    #expect(html.split(separator: " inert>").count == 3)
    try tap("Delete", in: root)
    #expect(model.log == ["delete 7"])
    #expect(model.alert == nil && model.sheet != nil)
  }

  @Test func `Confirmation dialogs have a cancel button and a backdrop`() throws {
    model.isConfirming = true
    let html = layers(root)
    // The dialog asks a question and isn't a warning.
    #expect(html.contains("<dialog open class=\"confirmation\" aria-labelledby="))
    #expect(html.contains("<button class=\"backdrop\" name=\"~tap\""))
    try tap("Cancel", in: root)
    #expect(!model.isConfirming)
    model.isConfirming = true
    try tap("Duplicate", in: root)
    #expect(model.log == ["duplicate"] && !model.isConfirming)
    model.isConfirming = true
    try tap("Close", in: root)
    #expect(!model.isConfirming)
  }

  @Test func `Only the default action responds to Return`() {
    let hears = "aria-keyshortcuts=\"Enter\""
    #expect(!layers(Button("Save") {}).contains(hears))
    let html = layers(Button("Save") {}.keyboardShortcut(.defaultAction))
    #expect(html.split(separator: hears).count == 2)
    let disabled = Button("Save") {}.keyboardShortcut(.defaultAction).disabled()
    #expect(!layers(disabled).contains(hears))
  }

  @Test func `Alerts without buttons have an OK button`() throws {
    let box = Box(true)
    let view = Text("x").alert("Saved", isPresented: box.binding) {}
    try tap("OK", in: view)
    #expect(!box.value)
  }

  @Test func `A cover hides everything below it`() {
    model.cover = Item(id: 1)
    let html = layers(root)
    #expect(html.hasPrefix("<form class=\"layer cover\""))
    #expect(!html.contains("Row 1") && !html.contains("class=\"backdrop\""))
    #expect(collect(root).summary.levels.map(\.title) == ["Inventory", "Take stock"])
  }

  @Test func `A popover is anchored to its row`() {
    model.popover = Item(id: 2)
    let html = layers(root)
    #expect(html.split(separator: "class=\"row anchor\"").count == 2)
    #expect(html.contains("<li class=\"row anchor\"><button>Row 2</button></li>"))
  }

  @Test func `A popover is anchored to the first view with its ID`() {
    let view = VStack {
      Button("First") {}.id("first")
      Group { Text("Text").class("mine") }.id("second")
      HStack { Text("Again") }.id("second")
    }
    .toolbar { Button("Filter") {}.id("filter") }
    func anchors(_ id: String) -> [Substring] {
      layers(view.popover(isPresented: .constant(true), anchor: id) { Text("popover").id(id) })
        .matches(of: /<[^>]*anchor[^>]*>[^<]*/).map(\.output)
    }
    #expect(anchors("first") == ["<button class=\"anchor\">First"])
    // Only the first view with the ID is the anchor.
    #expect(anchors("second") == ["<p class=\"text anchor mine\">Text"])
    #expect(anchors("filter") == ["<button class=\"anchor\">Filter"])
    #expect(anchors("third") == [])
  }

  @Test func `A row is the anchor instead of a view with the same ID inside it`() {
    let list = List {
      ForEach([1, 2], id: \.self) { number in Text("Row \(number)").id(number) }
      Text("Last").id(3)
    }
    func html(_ id: Int) -> String {
      layers(
        list.popover(item: .constant(Item?.some(Item(id: id))), anchor: \.id) { _ in Text("x") })
    }
    #expect(html(2).contains("<li class=\"row anchor\"><p class=\"text\">Row 2</p>"))
    #expect(html(2).split(separator: "anchor").count == 2)
    #expect(html(3).contains("<li class=\"row\"><p class=\"text anchor\">Last</p>"))
  }

  @Test func `A drill-down replaces the screen`() throws {
    model.pushed = Item(id: 3)
    var html = layers(root)
    #expect(!html.contains("Row 1") && !html.contains(">Add<"))
    #expect(html.contains("<h1 id=\"layer0-title\">Edit 3</h1>"))
    #expect(html.contains("<header class=\"bar\"><button class=\"back\" name=\"~tap\" value=\""))
    try tap("Inner", in: root)
    html = layers(root)
    #expect(html.contains(">Edit 3</button><h1 id=\"layer0-title\">Deep</h1>"))
    #expect(!html.contains(">Inner<") && html.split(separator: "<form").count == 1)
    #expect(
      collect(root).summary.levels.map(\.title) == ["Inventory", "Edit 3", "Deep"])
    try tap("Deep", in: root)
    #expect(model.log == ["deep"])
    try tap("Edit 3", in: root)
    #expect(model.inner == nil && model.pushed != nil)
    try tap("Inventory", in: root)
    #expect(model.pushed == nil)
  }

  @Test func `A screen below a drill-down can still present`() {
    model.pushed = Item(id: 3)
    model.isConfirming = true
    #expect(collect(root).summary.levels.map(\.kind) == [.screen, .pushed, .confirmation])
    let html = layers(root)
    #expect(html.contains("<button>Inner</button>"))
    #expect(html.contains("<button class=\"back\">Inventory</button>"))
  }

  @Test func `Rows below a drill-down aren't visited`() {
    let visits = Box(0)
    let view = List {
      ForEach(0..<10_000) { number in
        visits.value += 1
        return Text("\(number)")
      }
    }
    .navigationDestination(isPresented: .constant(true)) { Text("last") }
    #expect(content(view) == "<p class=\"text\">last</p>")
    #expect(collect(view).summary.levels.count == 2)
    #expect(visits.value == 0)
  }

  @Test func `Levels are dismissed from the top`() {
    model.pushed = Item(id: 3)
    model.inner = Item(id: 9)
    let collected = collect(root)
    #expect(!collected.dismiss(downTo: 42))
    #expect(model.inner != nil)
    #expect(collected.dismiss(downTo: collected.summary.levels[0].identity))
    #expect(model.inner == nil && model.pushed == nil)
  }

  @Test func `Escape dismisses layers but not screens`() {
    #expect(collect(root).dismissTop == nil)
    model.sheet = Item(id: 1)
    collect(root).dismissTop?()
    #expect(model.sheet == nil)
    let view = Text("x").sheet(isPresented: .constant(true)) {
      Text("stay").interactiveDismissDisabled()
    }
    #expect(collect(view).dismissTop == nil)
    #expect(layers(view).contains("<div class=\"backdrop\"></div>"))
  }

  @Test func `A layer that asks for confirmation isn't dismissed`() throws {
    model.sheet = Item(id: 1)
    model.pushed = Item(id: 2)
    var asked = 0
    var isEdited = true
    let model = model
    func view() -> some View {
      Text("base").navigationTitle("Base")
        .navigationDestination(item: Binding(get: { model.pushed }, set: { model.pushed = $0 })) {
          _ in
          Text("edit").interactiveDismissDisabled(isEdited) { asked += 1 }
            .sheet(item: Binding(get: { model.sheet }, set: { model.sheet = $0 })) { _ in
              Text("sheet")
            }
        }
    }
    func buttons(_ name: String) -> [UInt64] {
      page(view()).matches(of: #/<button class="(\w+)"[^>]* name="~tap" value="([0-9a-f]{16})"/#)
        .filter { $0.1 == name }.compactMap { Hex.parse(String($0.2)) }
    }
    // Under a sheet, the back button can't be pressed. Going back past both asks and dismisses nothing.
    #expect(buttons("back").isEmpty)
    #expect(buttons("asks").count == 1)
    let base = collect(view()).summary.levels[0].identity
    #expect(collect(view()).asks(above: base))
    #expect(collect(view()).dismiss(downTo: base))
    #expect(asked == 1 && model.sheet != nil && model.pushed != nil)
    // The sheet itself doesn't ask.
    collect(view()).dismissTop?()
    #expect(asked == 1 && model.sheet == nil)
    for name in ["back", "asks"] {
      let id = try #require(buttons(name).first)
      try #require(collect(view(), wanted: [id]).taps[id]).action()
    }
    #expect(asked == 3 && model.pushed != nil)
    isEdited = false
    #expect(buttons("asks").isEmpty)
    #expect(!collect(view()).asks(above: base))
    #expect(collect(view()).dismiss(downTo: base))
    #expect(asked == 3 && model.pushed == nil)
  }

  @Test func `A sheet that asks can be left by its backdrop and the Escape key`() throws {
    var asked = 0
    let view = Text("x").sheet(isPresented: .constant(true)) {
      Text("form").interactiveDismissDisabled { asked += 1 }
    }
    collect(view).dismissTop?()
    #expect(asked == 1)
    #expect(layers(view).contains("<button class=\"backdrop\" name=\"~tap\""))
  }

  @Test func `A page with fields isn't refreshed automatically`() {
    let context = PageContext(refresh: .effectsRunning)
    #expect(page(Text("x"), context).contains("http-equiv=\"refresh\""))
    let html = page(TextField("T", text: .constant("")), context)
    #expect(!html.contains("http-equiv=\"refresh\""))
    #expect(
      html.contains(
        """
        <div class="toolbar"><button class="update" name="~tap"\
         value="0000000000000000">Update</button></div>
        """))
  }

  @Test func `Disabled handlers are marked`() throws {
    let view = Group { Button("A") {} }.disabled()
    let id = try #require(taps("A", in: page(view)).first)
    #expect(collect(view, wanted: [id]).taps[id]?.isDisabled == true)
  }
}
