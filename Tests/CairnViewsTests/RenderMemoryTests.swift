import Testing

@testable import CairnViews

/// Which views' markup is remembered from one page to the next.
struct RenderMemoryTests {
  private final class Log {
    var evaluated: [String] = []
  }

  private struct Line: View, Equatable {
    let text: String
    let log: Log

    static func == (view: Self, other: Self) -> Bool { view.text == other.text }

    var body: some View {
      let _ = log.evaluated.append(text)
      Text(text)
    }
  }

  private struct Chapter: View, Equatable {
    let title: String
    let lines: [String]
    let log: Log

    static func == (view: Self, other: Self) -> Bool {
      view.title == other.title && view.lines == other.lines
    }

    var body: some View {
      let _ = log.evaluated.append(title)
      Text(title)
      ForEach(lines, id: \.self) { Line(text: $0, log: log) }
    }
  }

  private struct Book: View {
    let chapters: [Chapter]

    var body: some View { ForEach(chapters, id: \.title) { $0 } }
  }

  private let log = Log()
  private let memory = RenderMemory(isOn: true)

  /// Writes a page, and returns the views that were evaluated for it.
  private func write(_ lines: String...) -> [String] {
    log.evaluated = []
    let chapter = Chapter(title: "Title", lines: lines, log: log)
    var context = PageContext()
    context.memory = memory
    _ = renderPage(Book(chapters: lines.isEmpty ? [] : [chapter]), context)
    return log.evaluated
  }

  @Test func `Views within a view stay remembered while only the outer one is used`() {
    let first = write("a", "b")
    #expect(first == ["Title", "a", "b"])
    for _ in 0..<3 {
      let repeated = write("a", "b")
      #expect(repeated == [])
      #expect(memory.count == 3)
    }
    let changed = write("a", "b", "c")
    #expect(changed == ["Title", "c"])
    #expect(memory.count == 4)
  }

  @Test func `Views that aren't on the page anymore are forgotten`() {
    _ = write("a", "b", "c")
    _ = write("a", "b", "c")
    let shorter = write("a")
    #expect(shorter == ["Title"])
    #expect(memory.count == 2)
    _ = write()
    #expect(memory.count == 0)
    #expect(memory.size == 0)
  }

  @Test func `Views of a single page are forgotten after the next one`() {
    _ = write()
    _ = write("a", "b")
    #expect(memory.count == 3)
    _ = write()
    #expect(memory.count == 0)
    let again = write("a")
    #expect(again == ["Title", "a"])
  }
}
