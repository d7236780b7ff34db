import Testing

@testable import CairnViews

/// The links that lead to a page, which are searched for before the page is left.
@Suite struct LinkSearchTests {
  /// A shelf whose items are shown in a sheet, on a pushed screen, or in a cover.
  private struct Shelf: View {
    var presented: LayerKind

    var body: some View {
      NavigationStack {
        ForEach(1..<4) { item in
          if item != 3 {
            NavigationLink(path: "items/\(item)?page=2", action: {}, label: Text("Item \(item)"))
          }
        }
        .navigationTitle("Shelf")
        .navigationDestination(isPresented: .constant(presented == .pushed)) { details }
        .sheet(isPresented: .constant(presented == .sheet)) { details }
        .fullScreenCover(isPresented: .constant(presented == .cover)) { details }
      }
    }

    private var details: some View {
      NavigationLink(path: "items/2/notes", action: {}, label: Text("Notes"))
        .navigationTitle("Details")
    }
  }

  private static let kinds: [LayerKind] = [.sheet, .pushed, .cover]

  @Test(arguments: kinds)
  func `A link below a page is found with its surroundings`(kind: LayerKind) throws {
    let shelf = Shelf(presented: kind)
    let found = links(to: "items/2", in: shelf)
    let base = try #require(collect(shelf).summary.levels.first?.identity)
    #expect(Array(found.keys) == [base])
    let link = try #require(found[base])
    // The first and the third row are next to it.
    #expect(![link.rows.row, link.rows.previous, link.rows.next].contains(0))
    // Without a layer on top, a tap of the link has the same surroundings.
    let closed = Shelf(presented: .screen)
    #expect(collect(closed, wanted: [link.id]).button(link.id) == link)
  }

  @Test func `Each level can have links, and other paths aren't found`() throws {
    let shelf = Shelf(presented: .sheet)
    let top = try #require(collect(shelf).summary.levels.last?.identity)
    #expect(Array(links(to: "items/2/notes", in: shelf).keys) == [top])
    #expect(links(to: "items", in: shelf).isEmpty)
    #expect(links(to: "items/3", in: shelf).isEmpty)
  }
}
