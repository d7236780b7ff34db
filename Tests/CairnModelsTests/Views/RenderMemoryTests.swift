import CairnModels
import CairnViews
import Testing

/// Views aren't evaluated again if the values they read haven't changed.
@Suite struct RenderMemoryTests {
  private let store = Store<CountersModel>(
    initialState: .init(counters: [.init(id: 1), .init(id: 2), .init(id: 3)]))
  private let memory: RenderMemory
  private let log = Log()
  private let mark = Mark()

  init() { memory = RenderMemory(isOn: true) }

  private func page() -> String {
    var context = PageContext(action: "/", token: { _ in "t" })
    context.memory = memory
    return renderPage(CountersPage(model: store.model, log: log, mark: mark), context).bytes.string
  }

  /// The page, rendered without a memory.
  private func freshPage() -> String {
    renderPage(
      CountersPage(model: store.model, log: Log(), mark: mark),
      PageContext(action: "/", token: { _ in "t" })
    ).bytes.string
  }

  /// Returns the rows that are evaluated for a page.
  private func evaluated() -> [String] {
    let before = log.lines.count
    #expect(page() == freshPage())
    return Array(log.lines.dropFirst(before))
  }

  @Test func `Only rows that read a changed property are evaluated`() {
    let rows = store.model.$counters
    #expect(evaluated() == ["1", "2", "3"])
    #expect(evaluated() == [])
    rows[1].$counter.incrementTapped()
    #expect(evaluated() == ["2"])
    rows[0].$counter.incrementTapped()
    rows[2].$counter.incrementTapped()
    #expect(evaluated() == ["1", "3"])
    // The value changes back before the next page is rendered.
    rows[1].$counter.incrementTapped()
    rows[1].$counter.decrementTapped()
    #expect(evaluated() == [])
    // The rows haven't read this property.
    store.model.change { $0.header.count = 7 }
    #expect(evaluated() == [])
    store.model.change { $0.counters[0].counter.fact = "x" }
    #expect(evaluated() == [])
  }

  @Test func `Adding and removing rows doesn't reevaluate other rows`() {
    #expect(evaluated() == ["1", "2", "3"])
    store.model.addTapped(id: 4)
    #expect(evaluated() == ["4"])
    store.model.remove(id: 1)
    #expect(evaluated() == [])
    #expect(memory.count == 3)
    store.model.change { $0.counters.reverse() }
    #expect(evaluated() == [])
    // A new model with the ID of a removed one.
    store.model.addTapped(id: 1)
    #expect(evaluated() == ["1"])
  }

  @Test func `A view with different properties is evaluated again`() {
    #expect(evaluated() == ["1", "2", "3"])
    mark.id = 2
    #expect(evaluated() == ["2"])
    mark.id = nil
    #expect(evaluated() == ["2"])
  }

  @Test func `An outer view is evaluated again for inner reads`() {
    let outer = OuterView(model: store.model, log: log)
    func render() -> String {
      var context = PageContext(action: "/", token: { _ in "t" })
      context.memory = memory
      return renderPage(outer, context).bytes.string
    }
    _ = render()
    #expect(log.lines == ["outer", "1", "2", "3"])
    _ = render()
    #expect(log.lines.count == 4)
    store.model.$counters[1].$counter.incrementTapped()
    #expect(render().contains(">1<"))
    #expect(log.lines == ["outer", "1", "2", "3", "outer", "2"])
    // Reads of the row that wasn't evaluated again still count for the outer view.
    store.model.$counters[0].$counter.incrementTapped()
    _ = render()
    #expect(log.lines.suffix(2) == ["outer", "1"])
  }

  @Test func `A view that presents or appears is always evaluated`() {
    let view = AppearingView(model: store.model, log: log)
    func render() -> Int {
      var context = PageContext(action: "/", token: { _ in "t" })
      context.memory = memory
      return renderPage(view, context).summary.appearances.count
    }
    #expect(render() == 1)
    #expect(render() == 1)
    #expect(log.lines == ["appearing", "appearing"])
  }

  @Test func `Requested handlers are collected`() throws {
    let html = page()
    let names = html.matches(of: /name="~tap" value="([0-9a-f]{16})"/)
      .compactMap { UInt64($0.output.1, radix: 16) }.filter { $0 != 0 }
    let id = try #require(names.dropFirst().first)
    let found = collect(
      CountersPage(model: store.model, log: log, mark: mark), wanted: [id], memory: memory)
    try #require(found.taps[id]).action()
    #expect(store.state.counters.map(\.counter.count) == [0, 1, 0])
    #expect(evaluated().last == "2")
    // If no handlers are requested, only changed views are evaluated.
    let before = log.lines.count
    _ = collect(CountersPage(model: store.model, log: log, mark: mark), memory: memory)
    #expect(log.lines.count == before)
  }

  @Test func `The memory stays within its limit`() {
    let small = RenderMemory(isOn: true, limit: 900)
    for _ in 0..<3 {
      var context = PageContext(action: "/", token: { _ in "t" })
      context.memory = small
      let html = renderPage(CountersPage(model: store.model, log: log, mark: mark), context).bytes
        .string
      #expect(html == freshPage())
    }
    #expect(small.count > 0)
    #expect(small.count < 3)
  }
}

/// The ID of the marked row.
private final class Mark: @unchecked Sendable {
  var id: Int?
}

private struct CountersPage: View {
  @ObservedModel var model: CountersModel
  let log: Log
  let mark: Mark

  var body: some View {
    List {
      ForEach(model.$counters) { row in
        RowView(model: row, isMarked: row.id == mark.id, log: log)
      }
    }
  }
}

private struct RowView: View, Equatable {
  @ObservedModel var model: CounterRowModel
  let isMarked: Bool
  let log: Log

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.$model == rhs.$model && lhs.isMarked == rhs.isMarked
  }

  var body: some View {
    let _ = log.add("\(model.id)")
    HStack {
      Text("\(model.$counter.count)")
      if isMarked { Text("marked") }
      Button("+") { model.$counter.incrementTapped() }
    }
  }
}

private struct OuterView: View, Equatable {
  @ObservedModel var model: CountersModel
  let log: Log

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.$model == rhs.$model }

  var body: some View {
    let _ = log.add("outer")
    CountersPage(model: model, log: log, mark: Mark())
  }
}

private struct AppearingView: View, Equatable {
  @ObservedModel var model: CountersModel
  let log: Log

  static func == (lhs: Self, rhs: Self) -> Bool { true }

  var body: some View {
    let _ = log.add("appearing")
    Text("\(model.sum)").onAppear {}
  }
}
