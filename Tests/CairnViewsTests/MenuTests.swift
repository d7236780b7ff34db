import CairnTexts
import Testing

@testable import CairnViews

@Suite struct MenuTests {
  private final class Model {
    var names = ["Mouse", "Keyboard"]
    var tapped: [String] = []
  }

  private struct Root: View {
    let model: Model

    var body: some View {
      Menu("Options") {
        Button("Rename") { model.tapped.append("Rename") }
        Button("Share") { model.tapped.append("Share") }
      }
      List {
        ForEach(model.names, id: \.self) { name in
          Button(name) {}
            .swipeActions { Button("Delete \(name)") { model.names.removeAll { $0 == name } } }
        }
      }
    }
  }

  private let model = Model()

  private func menus(_ html: String) -> [String] {
    html.matches(of: /<div class="items" id="m-([0-9a-f]{16})" popover>/).map { String($0.1) }
  }

  private func context(_ used: UsedMenu?) -> PageContext {
    var context = PageContext()
    context.usedMenu = used
    return context
  }

  @Test func `A menu is a button with a list that the browser opens`() {
    let id = Hex.string(Place.root)
    let button = Hex.string(Place.mix(Place.root, 41))
    #expect(
      content(Menu("Options") { Button("Rename") {} })
        == """
        <div class="menu"><button type="button" id="f-\(id)" popovertarget="m-\(id)">Options\
        </button><div class="items" id="m-\(id)" popover>\
        <button name="~tap" value="\(button)">Rename</button></div></div>
        """)
  }

  @Test func `Modifiers apply to the button of the menu`() {
    let html = content(
      Menu("Options") { Button("Rename") {} }
        .buttonStyle(.bordered).accessibilityLabel("All options").disabled())
    #expect(html.contains("<button type=\"button\" class=\"bordered\" aria-label=\"All options\""))
    // The style isn't passed on to the controls in the menu, but they're disabled too.
    #expect(!html.contains("class=\"bordered\" name"))
    #expect(html.components(before: "<div class=\"items\"").contains(" disabled>"))
    #expect(html.hasSuffix(" disabled>Rename</button></div></div>"))
  }

  @Test func `The controls in a menu work`() throws {
    try tap("Share", in: Root(model: model))
    #expect(model.tapped == ["Share"])
    try tap("Delete Mouse", in: Root(model: model))
    #expect(model.names == ["Keyboard"])
  }

  @Test func `Actions of a row are in a menu at its end`() {
    let html = content(List { Text("Mouse").swipeActions { Button("Delete") {} } })
    #expect(
      html.hasPrefix(
        """
        <ul class="list"><li class="row"><p class="text">Mouse</p>\
        <div class="row-actions more"><div class="menu"><button type="button" aria-label="More actions"
        """))
    #expect(html.contains("#ellipsis\"></use></svg></button>"))
    #expect(html.hasSuffix(">Delete</button></div></div></div></li></ul>"))
    #expect(content(Text("Mouse").contextMenu { Button("Delete") {} }).contains("#ellipsis"))
  }

  @Test func `In another language, the menu of a row has a name in that language`() {
    var german = PageContext()
    german.texts = Texts(in: .german)
    let html = page(List { Text("Maus").swipeActions { Button("Löschen") {} } }, german)
    #expect(html.contains(" aria-label=\"Weitere Aktionen\""))
  }

  @Test func `The menu around a button is found`() throws {
    let html = page(Root(model: model))
    let ids = menus(html)
    #expect(ids.count == 3)
    for (name, menu) in [("Share", ids[0]), ("Delete Mouse", ids[1]), ("Delete Keyboard", ids[2])] {
      let id = try #require(taps(name, in: html).last)
      #expect(Hex.string(collect(Root(model: model), wanted: [id]).button(id).menu) == menu)
    }
    let id = try #require(taps("Mouse", in: html).last)
    #expect(collect(Root(model: model), wanted: [id]).button(id).menu == 0)
  }

  @Test func `Each use changes only the ID of the used menu`() throws {
    let ids = menus(page(Root(model: model)))
    let place = try #require(Hex.parse(ids[1]))
    let first = UsedMenu(after: nil, at: place)
    let second = UsedMenu(after: first, at: place)
    let afterFirst = menus(page(Root(model: model), context(first)))
    let afterSecond = menus(page(Root(model: model), context(second)))
    #expect(Set([ids[1], afterFirst[1], afterSecond[1]]).count == 3)
    for after in [afterFirst, afterSecond] {
      #expect(after[0] == ids[0] && after[2] == ids[2])
    }
    // The button still opens the menu.
    #expect(
      page(Root(model: model), context(second)).contains("popovertarget=\"m-\(afterSecond[1])\""))
    let other = UsedMenu(after: second, at: 7)
    #expect(menus(page(Root(model: model), context(other))) == ids)
  }

  @Test func `After a tap in a menu, its button has the focus`() throws {
    let id = try #require(taps("Delete Mouse", in: page(Root(model: model))).last)
    let button = collect(Root(model: model), wanted: [id]).button(id)
    func focused() -> String? {
      var context = context(UsedMenu(after: nil, at: button.menu))
      context.focus = .stays(on: button)
      let tags = page(Root(model: model), context).split(separator: "<").filter {
        $0.prefix { $0 != ">" }.contains(" autofocus")
      }
      return tags.count == 1 ? String(tags[0]) : nil
    }
    #expect(focused()?.contains(" id=\"f-\(Hex.string(button.menu))\" autofocus") == true)
    // If the row is gone, the adjacent row gets the focus.
    model.names = ["Keyboard"]
    #expect(focused()?.hasSuffix(">Keyboard") == true)
  }

  /// Rows whose only buttons are in their menus.
  private struct Rows: View {
    let model: Model

    var body: some View {
      List {
        ForEach(model.names, id: \.self) { name in
          Text(name)
            .swipeActions { Button("Delete \(name)") { model.names.removeAll { $0 == name } } }
        }
      }
    }
  }

  @Test func `If the row is gone, the menu of the adjacent row gets the focus`() throws {
    let view = Rows(model: model)
    let before = page(view)
    let id = try #require(taps("Delete Mouse", in: before).last)
    let next = try #require(taps("Delete Keyboard", in: before).last)
    let button = collect(view, wanted: [id]).button(id)
    let menu = collect(view, wanted: [next]).button(next).menu
    model.names = ["Keyboard"]
    var context = context(UsedMenu(after: nil, at: button.menu))
    context.focus = .stays(on: button)
    let tags = page(view, context).split(separator: "<").filter {
      $0.prefix { $0 != ">" }.contains(" autofocus")
    }
    // A button in the closed menu can't have the focus.
    #expect(tags.count == 1)
    #expect(tags.first?.contains(" id=\"f-\(Hex.string(menu))\" autofocus") == true)
  }
}
