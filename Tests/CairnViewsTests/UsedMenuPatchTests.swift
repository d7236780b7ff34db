import Testing

@testable import CairnViews

/// Patches of pages with menus in remembered rows.
@Suite struct UsedMenuPatchTests {
  private static let key = RegionHash.Key((0..<16).map { UInt8($0) * 3 })

  private struct RowView: View, Equatable {
    let name: String

    var body: some View {
      Text(name).swipeActions { Button("Delete \(name)") {} }
    }
  }

  private struct Page: View {
    let names: [String]

    var body: some View {
      List { ForEach(names, id: \.self) { RowView(name: $0) } }
    }
  }

  private func page(
    _ names: [String], _ memory: RenderMemory?, _ base: PageRegions?, _ used: UsedMenu?
  ) -> (text: String, regions: PageRegions) {
    var context = PageContext()
    context.regionKey = Self.key
    if let base { context.form = .patch(PatchOrder(of: base, url: nil)) }
    context.memory = memory
    context.usedMenu = used
    let page = renderPage(Page(names: names), context)
    return (page.bytes.string, page.regions ?? PageRegions())
  }

  @Test func `A patch replaces the used menu, and a later one leaves it`() throws {
    let memory = RenderMemory()
    let names = ["A", "B", "C"]
    let (first, shown) = page(names, memory, nil, nil)
    let id = try #require(taps("Delete B", in: first).last)
    let menu = collect(Page(names: names), wanted: [id]).button(id).menu
    let used = UsedMenu(after: nil, at: menu)
    let (patch, after) = page(names, memory, shown, used)
    #expect(patch.contains("Delete B"))
    #expect(!patch.contains("Delete A") && !patch.contains("Delete C"))
    #expect(patch.contains("id=\"m-\(Hex.string(used.id))\""))
    // An unrelated change doesn't touch the menu, which may be open again.
    let (later, last) = page(names + ["D"], memory, after, used)
    #expect(later.contains("Delete D") && !later.contains("Delete B"))
    // Another menu is used, so this one has its own ID again, as a page without memory does.
    let other = UsedMenu(after: used, at: 7)
    let (reset, regions) = page(names + ["D"], memory, last, other)
    #expect(reset.contains("id=\"m-\(Hex.string(menu))\""))
    #expect(page(names + ["D"], nil, nil, other).regions.digest == regions.digest)
  }
}
