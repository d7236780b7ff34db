import Testing

@testable import CairnViews

@Suite struct GridTests {
  @Test func `A grid has rows of views`() {
    let view = Grid {
      GridRow {
        Text("A")
        Text("B")
      }
      Divider()
    }
    #expect(
      content(view)
        == """
        <div class="grid" data-inline="start"><div class="grid-row"><p class="text">A</p>\
        <p class="text">B</p></div><hr></div>
        """)
  }

  @Test func `The spacing and the alignment of a grid are classes and attributes`() {
    #expect(
      content(
        Grid(alignment: .topTrailing, horizontalSpacing: 24, verticalSpacing: 4) { EmptyView() })
        == "<div class=\"grid gap-1 columns-gap-5\" data-inline=\"end\" data-block=\"start\"></div>"
    )
  }

  @Test(
    arguments: [
      (1, 0), (96, 0), (111, 0), (112, 1), (128, 1), (160, 2), (200, 3), (224, 4), (256, 5),
      (320, 6), (352, 7), (5000, 7), (.infinity, 7), (.nan, 0),
    ] as [(Double, Int)])
  func `The minimum width of an adaptive column is rounded`(minimum: Double, step: Int) {
    let columns = [GridItem(.adaptive(minimum: minimum))]
    #expect(
      content(LazyVGrid(columns: columns) { Text("A") })
        == "<div class=\"cells min-\(step)\"><p class=\"text\">A</p></div>")
  }

  @Test(arguments: [(0, 1), (1, 1), (3, 3), (6, 6), (9, 6)])
  func `A grid with flexible columns has as many columns`(items: Int, columns: Int) {
    let view = LazyVGrid(columns: Array(repeating: GridItem(), count: items), spacing: 8) {}
    #expect(content(view) == "<div class=\"cells columns-\(columns) gap-2\"></div>")
  }
}
