import CairnFeatures
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// Tables have headers that sort, rows that can be selected, and rows that change separately.
@Suite struct TableTests {
  private struct Tool: Equatable, Identifiable {
    var id: Int
    var name: String
    var price = 1
  }

  private enum Column: String { case name, price }

  private let tools = [Tool(id: 1, name: "Axe"), Tool(id: 2, name: "Saw & <file>", price: 20)]

  /// A table of tools that can be sorted.
  private func table(
    _ tools: [Tool], _ sort: Box<TableSort<Column>>, selection: Box<Set<Int>>? = nil
  ) -> some View {
    Table(tools, caption: "Tools", selection: selection?.binding, sortOrder: sort.binding) {
      TableColumn("Name", value: \.name, sort: .name)
      TableColumn("Price", sort: .price) { tool in Text("\(tool.price)") }.alignment(.trailing)
      TableColumn("Actions") { tool in Button("Sharpen \(tool.name)") {} }
    }
  }

  @Test func `A table has a caption, headers, and cells with the titles of their columns`() {
    let view = Table(tools) {
      TableColumn("Name", value: \.name)
      TableColumn("Price") { Text("\($0.price)") }.alignment(.trailing)
    }
    #expect(
      content(view)
        == """
        <div class="table-scroll" tabindex="0"><table class="table" role="table">\
        <thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Name</th>\
        <th scope="col" role="columnheader" class="trailing">Price</th></tr></thead>\
        <tbody role="rowgroup"><tr class="field-row" role="row">\
        <th scope="row" role="rowheader">Axe</th>\
        <td role="cell" class="trailing" data-label="Price">1</td></tr>\
        <tr class="field-row" role="row"><th scope="row" role="rowheader">Saw &amp; &lt;file&gt;</th>\
        <td role="cell" class="trailing" data-label="Price">20</td></tr></tbody></table></div>
        """)
    let sort = Box(TableSort(Column.name))
    let html = content(table([], sort).class("tools").accessibilityLabel("My tools"))
    #expect(
      html.contains(
        "<div class=\"table-scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Tools\">"))
    #expect(
      html.contains(
        "<table class=\"table tools\" aria-label=\"My tools\" role=\"table\"><caption>Tools</caption>"
      ))
    #expect(html.contains("<tbody role=\"rowgroup\"></tbody>"))
  }

  @Test func `A header sorts by its column, and then in the other direction`() throws {
    let sort = Box(TableSort(Column.name))
    let view = table(tools, sort)
    #expect(content(view).components(separatedBy: "aria-sort=\"ascending\"").count == 2)
    try tap("Name", in: view)
    #expect(sort.value == TableSort(.name, order: .descending))
    #expect(content(view).contains("aria-sort=\"descending\"><button class=\"sort\""))
    try tap("Price", in: view)
    #expect(sort.value == TableSort(.price))
    #expect(content(view).contains("class=\"trailing\" aria-sort=\"ascending\""))
    // A column without a name in the sort order has no button.
    #expect(content(view).contains("<th scope=\"col\" role=\"columnheader\">Actions</th>"))
  }

  @Test func `Headers of a disabled table don't sort`() {
    let sort = Box(TableSort(Column.name))
    let html = content(table(tools, sort).disabled())
    #expect(html.contains("\" disabled>Name</button>"))
  }

  @Test func `Checkboxes select rows`() {
    let (sort, selection) = (Box(TableSort(Column.name)), Box(Set([2, 9])))
    let view = table(tools, sort, selection: selection)
    let html = content(view)
    #expect(
      html.contains(
        "<th scope=\"col\" role=\"columnheader\" class=\"select\"><span>Selected</span></th>"))
    #expect(html.contains("aria-label=\"Select Axe\""))
    #expect(html.contains("aria-label=\"Select Saw &amp; &lt;file&gt;\""))
    #expect(html.components(separatedBy: " checked").count == 2)
    let ids = fieldNames(in: html).map(\.id)
    // A checkbox and its hidden field have the same name.
    #expect(ids.count == 4 && ids[0] == ids[1] && ids[2] == ids[3])
    let fields = collect(view, wanted: Set(ids)).fields
    #expect(fields[ids[0]]?.current() == "0" && fields[ids[2]]?.current() == "1")
    #expect(fields[ids[0]]?.write("1") == .applied)
    #expect(fields[ids[0]]?.write("1") == .unchanged)
    #expect(fields[ids[2]]?.write("0") == .applied)
    #expect(fields[ids[2]]?.write("on") == .refused(.system(.chooseOnOrOff)))
    // An element that isn't in the table stays selected.
    #expect(selection.value == [1, 9])
  }

  @Test func `A control keeps its ID when its row moves`() throws {
    let sort = Box(TableSort(Column.name))
    let one = taps("Sharpen Axe", in: page(table(tools, sort)))
    let other = taps("Sharpen Axe", in: page(table(tools.reversed(), sort)))
    #expect(one.count == 1 && one == other)
  }

  @Test func `Columns can be in conditions and loops`() {
    func view(hasPrice: Bool) -> some View {
      Table(tools) {
        TableColumn("Name", value: \.name)
        if hasPrice { TableColumn("Price") { Text("\($0.price)") } }
        for number in 1...2 { TableColumn(String(number)) { _ in Text("x") } }
      }
    }
    func headers(_ view: some View) -> [String] {
      content(view).matches(of: /role="columnheader">(\w+)/).map { String($0.1) }
    }
    #expect(headers(view(hasPrice: true)) == ["Name", "Price", "1", "2"])
    #expect(headers(view(hasPrice: false)) == ["Name", "1", "2"])
  }

  @Test func `A popover is attached to the row with its ID`() {
    let view = Table(tools) { TableColumn("Name", value: \.name) }
      .popover(item: .constant(Optional(2)), anchor: \.self) { _ in Text("Details") }
    #expect(
      page(view).contains(
        "<tr class=\"field-row anchor\" role=\"row\"><th scope=\"row\" role=\"rowheader\">Saw"))
  }

  @Test func `Sort orders are stored, and compare values`() throws {
    let sort = TableSort("name", order: .descending)
    let stored = try JSONDecoder().decode(
      TableSort<String>.self, from: try JSONEncoder().encode(sort))
    #expect(stored == sort)
    #expect([2, 3, 1].sorted { sort.precedes($0, $1) } == [3, 2, 1])
    #expect(["b", "a"].sorted { TableSort("name").precedes($0, $1) } == ["a", "b"])
  }

  // MARK: Patches

  private static let key = RegionHash.Key((0..<16).map { UInt8($0) * 3 })

  private func rendered(
    _ tools: [Tool], _ sort: TableSort<Column> = TableSort(.name),
    as form: PageContext.Form = .whole
  ) -> (text: String, regions: PageRegions) {
    var context = PageContext()
    context.regionKey = Self.key
    context.form = form
    let selection = Box(Set(tools.prefix(1).map(\.id)))
    let page = renderPage(table(tools, Box(sort), selection: selection), context)
    return (page.bytes.string, page.regions ?? PageRegions())
  }

  @Test func `Only a changed row is sent`() throws {
    var tools = (0..<300).map { Tool(id: $0, name: "Tool \($0)") }
    let before = rendered(tools)
    tools[200].price = 77
    let patch = rendered(tools, as: .patch(PatchOrder(of: before.regions, url: nil)))
    #expect(patch.text.contains("\"runs\":{\"0\":[[0,200],[200,1,0],[201,99]]}"), "\(patch.text)")
    #expect(!patch.text.contains("Tool 199"))
    let (_, now) = try PatchedPage.applying(patch.text, to: PatchedPage.layers(before.text))
    #expect(
      PatchedPage.comparable(now)
        == PatchedPage.comparable(PatchedPage.layers(rendered(tools).text)))
  }

  @Test func `Rows that are sorted aren't sent again`() throws {
    let tools = (0..<50).map { Tool(id: $0, name: "Tool \($0)", price: 100 - $0) }
    let before = rendered(tools)
    let (sorted, sort) = (Array(tools.reversed()), TableSort(Column.price))
    let patch = rendered(sorted, sort, as: .patch(PatchOrder(of: before.regions, url: nil)))
    // The selection moves from the first row to the last one, so these two rows change.
    #expect(!patch.text.contains("Tool 25"))
    #expect(patch.text.contains("<template data-run=\"0\"></template></tbody>"))
    let (_, now) = try PatchedPage.applying(patch.text, to: PatchedPage.layers(before.text))
    #expect(
      PatchedPage.comparable(now)
        == PatchedPage.comparable(PatchedPage.layers(rendered(sorted, sort).text)))
  }

  @Test func `Rows are added to an empty table`() throws {
    let before = rendered([])
    let patch = rendered(tools, as: .patch(PatchOrder(of: before.regions, url: nil)))
    let (_, now) = try PatchedPage.applying(patch.text, to: PatchedPage.layers(before.text))
    #expect(
      PatchedPage.comparable(now)
        == PatchedPage.comparable(PatchedPage.layers(rendered(tools).text)))
  }

  @Test func `A checkbox is named in the list of invalid fields`() throws {
    let (sort, selection) = (Box(TableSort(Column.name)), Box(Set<Int>()))
    let view = VStack {
      TextField("Owner", text: .constant(""))
      table([tools[0]], sort, selection: selection)
    }
    .labelsHidden().validationSummary()
    let id = try #require(fieldNames(in: page(view)).last?.id)
    var context = PageContext()
    context.drafts = [id: Draft(typed: "x", message: .system(.chooseOnOrOff))]
    let html = page(view, context)
    let list = try #require(html.text(between: "<section class=\"problems\"", and: "</section>"))
    #expect(list.contains("\">Select Axe: ") && !list.contains("Owner"))
    // The checkbox has one name.
    let checkbox = try #require(html.text(between: "<input type=\"checkbox\"", and: ">"))
    #expect(checkbox.split(separator: "aria-label=").count == 2)
    #expect(checkbox.contains("aria-label=\"Select Axe\""))
  }
}
