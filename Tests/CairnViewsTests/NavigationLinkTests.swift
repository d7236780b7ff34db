import Testing

@testable import CairnViews

/// Rows that link to a location of the application.
@Suite struct NavigationLinkTests {
  private final class Model {
    var tapped: [Int] = []
    var isSheetOpen = false
    var numbers = [1, 2, 3]
  }

  private struct Root: View {
    let model: Model

    var body: some View {
      List {
        ForEach(model.numbers, id: \.self) { number in
          NavigationLink(
            path: "items/\(number)?a=1&b", action: { model.tapped.append(number) },
            label: Text("Item \(number)"))
        }
      }
      .sheet(isPresented: Box(model.isSheetOpen).binding) { Text("Sheet") }
    }
  }

  private let model = Model()
  private var html: String { content(Root(model: model)) }
  private var id: UInt64? {
    html.split(separator: "data-tap=\"").dropFirst().first.flatMap { Hex.parse($0.prefix(16)) }
  }

  private func masked(_ html: String) -> String { html.replacing(#/[0-9a-f]{16}/#, with: "ID") }

  @Test func `A row links to its location and has the ID of its tap`() {
    model.numbers = [1]
    #expect(
      masked(html) == """
        <ul class="list"><li class="row"><a class="row-button" \
        href="/items/1?a=1&amp;b" data-tap="ID">Item 1</a></li></ul>
        """)
    var context = PageContext()
    context.root = "/inventory/"
    #expect(page(Root(model: model), context).contains(" href=\"/inventory/items/1?a=1&amp;b\""))
  }

  @Test func `A link to a path leads below the application and has no tap`() {
    let link = Link(path: "export.csv?a=1&b", label: Text("Export"))
    #expect(content(link) == "<a href=\"/export.csv?a=1&amp;b\">Export</a>")
    var context = PageContext()
    context.root = "/shop/inventory/"
    #expect(page(link, context).contains("<a href=\"/shop/inventory/export.csv?a=1&amp;b\">"))
  }

  @Test func `A tap runs the action`() throws {
    let id = try #require(id)
    let handler = try #require(collect(Root(model: model), wanted: [id]).taps[id])
    handler.action()
    #expect(model.tapped == [1])
  }

  @Test func `A covered row has no tap`() {
    model.isSheetOpen = true
    #expect(!html.contains("data-tap"))
    #expect(html.contains(" href=\"/items/1?a=1&amp;b\""))
  }

  @Test func `A disabled row is a disabled button`() {
    let link = NavigationLink(path: "a", action: {}, label: Text("A")).disabled(true)
    #expect(
      masked(content(link))
        == "<button class=\"row-button\" name=\"~tap\" value=\"ID\" disabled>A</button>")
  }

  @Test func `A row in an alert is a button that closes it`() {
    let view = Text("a").alert("Where to?", isPresented: .constant(true)) {
      NavigationLink(path: "a", action: {}, label: Text("A"))
    }
    #expect(masked(page(view)).contains(" value=\"ID\">A</button>"))
  }

  @Test func `The focus returns to the row that led to a screen`() throws {
    let id = try #require(id)
    var context = PageContext()
    context.focus = .returns(to: TappedButton(id: id), path: "")
    let html = masked(page(Root(model: model), context))
    #expect(html.contains("data-tap=\"ID\" autofocus>Item 1</a>"))
  }

  @Test func `The focus goes to the first row if the last one is gone`() throws {
    var rows = RowsAround()
    rows.row = 1
    var context = PageContext()
    context.focus = .stays(on: TappedButton(id: 1, rows: rows))
    let html = masked(page(Root(model: model), context))
    #expect(html.contains("data-tap=\"ID\" autofocus>Item 1</a>"))
  }

  private struct Buttons: View {
    let count: Int

    var body: some View {
      List {
        ForEach(0..<count, id: \.self) { number in
          Button("Item \(number)") {}.class("row-button")
        }
      }
    }
  }

  private struct Links: View {
    let count: Int

    var body: some View {
      List {
        ForEach(0..<count, id: \.self) { number in
          NavigationLink(path: "items/\(number)", action: {}, label: Text("Item \(number)"))
        }
      }
    }
  }

  /// Compares the shortest of several measurements. They alternate, so that a busy machine slows both equally.
  @Test func `A link costs about as much as a button`() {
    let clock = ContinuousClock()
    var (buttons, links) = (Duration.seconds(60), Duration.seconds(60))
    for _ in 0..<7 {
      buttons = min(buttons, clock.measure { _ = page(Buttons(count: 10_000)) })
      links = min(links, clock.measure { _ = page(Links(count: 10_000)) })
    }
    let ratio = links / buttons
    #expect(ratio < 3, "\(links) and \(buttons)")
  }
}
