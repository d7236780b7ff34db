import Testing

@testable import CairnViews

/// A page that is too large is rendered without its largest rows.
@Suite struct LargePageTests {
  private struct Line: Identifiable {
    let id: Int
    let text: String
  }

  private let lines = (0..<40).map { id in
    Line(id: id, text: "\(id):" + String(repeating: "x", count: id % 10 == 3 ? 20_000 : 200))
  }

  private func view(_ lines: [Line], inSections: Bool = false) -> some View {
    List {
      if inSections {
        ForEach([0, 1], id: \.self) { half in
          Section("Half \(half)") { rows(lines.filter { $0.id % 2 == half }) }
        }
      } else {
        rows(lines)
      }
    }
    .toolbar { Button("Add") {} }
  }

  private func rows(_ lines: [Line]) -> some View {
    ForEach(lines) { line in
      HStack {
        Text(line.text)
        Button("Delete \(line.id)") {}
      }
    }
  }

  private func context(limit: Int) -> PageContext {
    var context = PageContext(notice: ["Hello."])
    context.byteLimit = limit
    return context
  }

  @Test(arguments: [false, true])
  func `The largest rows are left out`(inSections: Bool) {
    let view = view(lines, inSections: inSections)
    let html = page(view, context(limit: 60_000))
    #expect(html.utf8.count <= 60_000)
    #expect(html.contains("<p class=\"notice\" role=\"status\">Hello. This page is too large"))
    #expect(html.split(separator: "This row is too large to show.").count == 5)
    for line in lines {
      #expect(html.contains("Delete \(line.id)<") == (line.id % 10 != 3), "\(line.id)")
    }
    #expect(html.contains(">Add<"))
    // The remaining rows can be used.
    let tap = taps("Delete 5", in: html)
    #expect(collect(view, wanted: Set(tap)).taps.count == 1)
  }

  @Test func `A page that fits is complete`() {
    let whole = page(view(lines), context(limit: .max))
    #expect(page(view(lines), context(limit: whole.utf8.count)) == whole)
    // The rest fits without the largest rows.
    let rest = lines.filter { $0.id % 10 != 3 }
    #expect(!page(view(rest), context(limit: 60_000)).contains("too large"))
  }

  @Test func `Many small rows are left out if necessary`() {
    let lines = (0..<1000).map { Line(id: $0, text: String(repeating: "x", count: 1000)) }
    let html = page(view(lines), context(limit: 300_000))
    #expect(html.utf8.count <= 300_000)
    #expect(html.contains("Delete 5<"))
    #expect(html.contains("This row is too large to show."))
  }

  @Test func `Views that aren't rows aren't left out`() {
    let view = Text(String(repeating: "x", count: 1000))
    #expect(page(view, context(limit: 100)) == page(view, context(limit: .max)))
  }
}
