import Testing

@testable import CairnViews

/// Rows that aren't evaluated or written again, because the browser already shows equal rows.
struct RememberedPatchTests {
  private static let key = RegionHash.Key((0..<16).map { UInt8($0) * 5 })

  struct Content: Equatable {
    struct Row: Equatable, Identifiable {
      var id: Int
      var text: String
      var isAsking = false
      var isPushing = false
      var hasField = false
    }

    var heading = "All"
    var first: [Row] = (1...6).map { Row(id: $0, text: "Row \($0)") }
    var second: [Row] = (11...13).map { Row(id: $0, text: "Row \($0)") }
    var notice: String?
    var name: String?
    var anchor: Int?
    var isPushed = false
    var isDisabled = false
    var isChoosing = false
  }

  private final class Log {
    var rows: [Int] = []
    var taps: [Int] = []
    var content = Content()
  }

  private struct RowView: View, Equatable {
    let row: Content.Row
    let log: Log

    static func == (view: Self, other: Self) -> Bool { view.row == other.row }

    var body: some View {
      let _ = log.rows.append(row.id)
      Button(row.text) { log.taps.append(row.id) }
        .alert("Sure?", isPresented: .constant(row.isAsking)) { Button("Yes") {} }
        .navigationDestination(isPresented: .constant(row.isPushing)) { Text("By \(row.id)") }
        .id(-row.id)
      Button("More") { log.taps.append(-row.id) }
      Text("What does not change though the row does")
      if row.hasField { TextField("Field", text: .constant(row.text)) }
      VStack { ForEach(["a", "b"], id: \.self) { Text("\($0) \(row.text)") } }
    }
  }

  private struct ListView: View, Equatable {
    let rows: [Content.Row]
    let log: Log

    static func == (view: Self, other: Self) -> Bool { view.rows == other.rows }

    var body: some View {
      Text("\(rows.count) rows")
      if !rows.isEmpty { List(rows) { RowView(row: $0, log: log) } }
    }
  }

  private struct Page: View {
    let log: Log

    var body: some View {
      let content = log.content
      NavigationStack {
        Text(content.heading)
        if let notice = content.notice { TextField("Notice", text: .constant(notice)) }
        ListView(rows: content.first, log: log)
        List {
          Text("Always here")
          ForEach(content.second) { RowView(row: $0, log: log) }
        }
        .disabled(content.isDisabled)
        .navigationTitle("List")
        .navigationDestination(isPresented: .constant(content.isPushed)) { Text("Pushed") }
      }
      .sheet(isPresented: .constant(content.name != nil)) {
        TextField("Name", text: .constant(content.name ?? ""))
        FileField("Picture") { _ in }
      }
      .popover(
        item: .constant(content.anchor.map { Content.Row(id: $0, text: "") }), anchor: \.id
      ) { Text("Over \($0.id)") }
      .confirmationDialog("Which?", isPresented: .constant(content.isChoosing)) {
        Button("This") {}
      }
    }
  }

  private func page(
    _ log: Log, _ memory: RenderMemory?, _ base: PageRegions?, _ focus: PageFocus? = nil,
    _ openerRow: UInt64 = 0
  ) -> (text: String, regions: PageRegions) {
    var context = PageContext()
    context.regionKey = Self.key
    context.form = .patch(PatchOrder(of: base, url: nil))
    context.focus = focus
    context.memory = memory
    if openerRow != 0, let dialog = collect(Page(log: log)).summary.levels.last?.identity {
      context.openerRows[dialog] = openerRow
    }
    let page = renderPage(Page(log: log), context)
    return (page.bytes.string, page.regions ?? PageRegions())
  }

  /// The IDs of all buttons of the page that can be pressed.
  private func buttons(_ log: Log) -> [UInt64] {
    var context = PageContext()
    context.regionKey = Self.key
    let text = renderPage(Page(log: log), context).bytes.string
    return text.matches(of: /name="~tap" value="([0-9a-f]{16})"(?! disabled)/).compactMap {
      Hex.parse(String($0.1))
    }
  }

  private func random(
    _ generator: inout some RandomNumberGenerator, from content: Content
  ) -> Content {
    var content = content
    func change(_ rows: inout [Content.Row]) {
      switch Int.random(in: 0..<10, using: &generator) {
      case 6:
        // A pushed screen hides all rows, so it's soon removed.
        let isPushing = rows.contains(where: \.isPushing)
        rows.indices.randomElement(using: &generator).map { rows[$0].isPushing = !isPushing }
        for index in rows.indices where isPushing { rows[index].isPushing = false }
      case 0: rows.shuffle(using: &generator)
      case 1: rows.removeAll { _ in Bool.random(using: &generator) }
      case 2:
        rows.insert(
          .init(id: Int.random(in: 100..<1_000_000_000, using: &generator), text: "New"),
          at: Int.random(in: 0...rows.count, using: &generator))
      case 3:
        for index in rows.indices where Bool.random(using: &generator) { rows[index].text += "!" }
      case 4: if !rows.isEmpty { rows[0].isAsking.toggle() }
      case 5: if !rows.isEmpty { rows[rows.count - 1].hasField.toggle() }
      default: break
      }
    }
    change(&content.first)
    change(&content.second)
    switch Int.random(in: 0..<14, using: &generator) {
    case 12...: content.isChoosing.toggle()
    case 0: content.name = content.name == nil ? "Lamp" : nil
    case 1: content.heading += "!"
    case 2: content.notice = content.notice == nil ? "Notice" : nil
    case 3: content.isPushed.toggle()
    case 4: content.isDisabled.toggle()
    case 5:
      content.anchor =
        content.anchor == nil
        ? content.first.randomElement(using: &generator).map {
          Bool.random(using: &generator) ? $0.id : -$0.id
        } : nil
    default: break
    }
    return content
  }

  @Test func `Patches and handlers are the same with and without a memory`() throws {
    var generator = SystemRandomNumberGenerator()
    let log = Log()
    let memory = RenderMemory(isOn: true)
    let first = page(log, memory, nil)
    var regions = first.regions
    // The browser's content, updated by each patch.
    var shown = try PatchedPage.applying(first.text, to: []).1
    var openerRow: UInt64 = 0
    for _ in 0..<800 {
      let before = log.content
      log.content = random(&generator, from: before)
      let buttons = buttons(log)
      let tapped = buttons.randomElement(using: &generator) ?? 0
      let rows = collect(Page(log: log), wanted: [tapped]).rows
      let focus: PageFocus? =
        [
          nil, .presented, .stays(on: TappedButton(id: tapped, rows: rows)),
          .returns(to: TappedButton(id: tapped, rows: rows), path: "/"),
          .returns(to: nil, path: "/"),
        ].randomElement(using: &generator) ?? nil
      // Without a pressed button, an existing dialog keeps its row.
      if tapped == 0 || Bool.random(using: &generator) { openerRow = rows.row }
      let fresh = page(log, nil, regions, focus, openerRow)
      let remembered = page(log, memory, regions, focus, openerRow)
      // The patches are equal, except that with a memory, less is sent for changed rows.
      let head = { (text: String) in text.prefix { $0 != "\0" } }
      try #require(head(remembered.text) == head(fresh.text), "from \(before) to \(log.content)")
      #expect(remembered.text.utf8.count <= fresh.text.utf8.count)
      let now = try PatchedPage.applying(fresh.text, to: shown).1
      try #require(
        try PatchedPage.applying(remembered.text, to: shown).1 == now,
        "from \(before) to \(log.content)")
      #expect(remembered.regions == fresh.regions)
      (regions, shown) = (fresh.regions, now)
      // Press buttons of the page.
      for id in [tapped, buttons.randomElement(using: &generator) ?? 0] {
        let handlers = collect(Page(log: log), wanted: [id])
        let found = collect(Page(log: log), wanted: [id], memory: memory)
        #expect(found.summary.levels == handlers.summary.levels)
        try #require(Set(found.taps.keys) == Set(handlers.taps.keys), "\(log.content)")
        #expect(found.rows == handlers.rows)
        log.taps = []
        handlers.taps[id]?.action()
        found.taps[id]?.action()
        #expect(log.taps.count.isMultiple(of: 2) && Set(log.taps).count < 2)
      }
    }
  }

  @Test func `Parts left out of changed rows stay in the browser`() throws {
    var generator = SystemRandomNumberGenerator()
    let log = Log()
    let memory = RenderMemory(isOn: true)
    let first = page(log, memory, nil)
    var (regions, shown) = (first.regions, try PatchedPage.applying(first.text, to: []).1)
    var leftOut = 0
    for number in 0..<200 {
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let index = log.content.first.indices.randomElement(using: &generator) ?? 0
        log.content.first[index].text = "Row \(number)"
      }
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: log.content.first.swapAt(0, 3)
      case 1: log.content.anchor = log.content.anchor == nil ? 2 : nil
      default: break
      }
      let fresh = page(log, nil, regions)
      let remembered = page(log, memory, regions)
      if remembered.text.utf8.count < fresh.text.utf8.count { leftOut += 1 }
      let now = try PatchedPage.applying(fresh.text, to: shown).1
      try #require(try PatchedPage.applying(remembered.text, to: shown).1 == now)
      (regions, shown) = (fresh.regions, now)
    }
    #expect(leftOut > 150)
  }

  @Test func `For a changed row, only the change is sent`() throws {
    let log = Log()
    let memory = RenderMemory(isOn: true)
    let whole = page(log, memory, nil).regions
    // Rows are remembered once a patch is made.
    log.content.first[2].text = "One"
    let list = page(log, memory, whole).regions
    log.content.first[2].text = "Other"
    let patch = page(log, memory, list)
    #expect(
      patch.text.contains(">Other</button><template data-run=\"1\"></template>"), "\(patch.text)")
    #expect(!patch.text.contains("What does not change"))
    // A popover is anchored to the row.
    log.content.anchor = 3
    let anchored = page(log, memory, patch.regions)
    #expect(anchored.text.contains("<li class=\"row anchor\"><template"), "\(anchored.text)")
    // The popover is removed while the row changes.
    log.content.anchor = nil
    log.content.first[2].text = "Third"
    let third = page(log, memory, anchored.regions)
    #expect(
      third.text.contains(">Third</button><template data-run=\"1\"></template>"), "\(third.text)")
  }

  @Test func `A file field in a sheet doesn't visit the rows below`() throws {
    let log = Log()
    log.content.name = ""
    let memory = RenderMemory(isOn: true)
    let open = page(log, memory, nil)
    let match = try #require(open.text.firstMatch(of: /id="f-([0-9a-f]{16})"[^>]*data-limit/))
    let id = try #require(Hex.parse(match.1))
    log.rows = []
    #expect(collect(Page(log: log), wanted: [id], memory: memory).files.count == 1)
    #expect(log.rows == [])
  }

  @Test func `A confirmation dialog is anchored to the row of its button`() throws {
    let log = Log()
    let memory = RenderMemory(isOn: true)
    let list = page(log, memory, nil).regions
    let id = try #require(buttons(log).dropFirst(4).first)
    let row = collect(Page(log: log), wanted: [id]).rows.row
    log.content.isChoosing = true
    _ = collect(Page(log: log), memory: memory)
    log.rows = []
    let open = page(log, memory, list, nil, row)
    #expect(open.text.split(separator: "<li class=\"row").count == 2)
    #expect(open.text.contains("<li class=\"row anchor\">") && open.text.contains("Row 2<"))
    // The dialog keeps its row.
    let next = page(log, memory, open.regions, nil, row)
    #expect(next.regions == open.regions)
    log.content.isChoosing = false
    let closed = page(log, memory, open.regions, nil, row)
    // Rows aren't evaluated, except by the dialog lookup of this test. The former anchor row is written as before, to
    // leave out its unchanged parts.
    #expect(log.rows.count == 3 * 9 + 1)
    #expect(closed.text.split(separator: "<li class=\"row").count == 2)
    #expect(!closed.text.contains("anchor") && closed.text.contains("Row 2<"))
    #expect(closed.regions == list)
  }

  @Test func `A popover is anchored inside a remembered row`() {
    let log = Log()
    let memory = RenderMemory(isOn: true)
    let list = page(log, memory, nil).regions
    log.content.anchor = -3
    let open = page(log, memory, list)
    #expect(open.text.split(separator: "class=\"anchor\"").count == 2)
    #expect(open.text.split(separator: "<li class=\"row").count == 2)
  }

  @Test func `A different screen without common parts is sent as a whole`() throws {
    let log = Log()
    log.content.notice = nil
    let memory = RenderMemory(isOn: true)
    let list = page(log, memory, nil).regions
    log.content.isPushed = true
    let pushed = page(log, memory, list)
    #expect(pushed.text.contains("\"layers\":[{\"html\":0}]"), "\(pushed.text)")
    log.content.isPushed = false
    let popped = page(log, memory, pushed.regions)
    #expect(popped.text.contains("\"layers\":[{\"html\":0}]"))
    #expect(popped.text.contains("Row 1<") && popped.regions == list)
    // A part on both pages stays, and changing it in place doesn't make it a different part.
    log.content.notice = "On both"
    let noticed = page(log, memory, list)
    #expect(noticed.text.contains("{\"of\":0"))
  }

  /// A list in its own stack, with rows that push.
  private struct StackView: View, Equatable {
    let path: Binding<[Int]>

    static func == (view: Self, other: Self) -> Bool {
      view.path.wrappedValue == other.path.wrappedValue
    }

    var body: some View {
      NavigationStack(path: path) {
        List { ForEach(Array(1...9), id: \.self) { LinkView(number: $0) } }
      } destination: {
        Text("Number \($0)")
      }
    }
  }

  private struct LinkView: View, Equatable {
    let number: Int

    var body: some View { NavigationLink("To \(number)", value: number) }
  }

  @Test func `A link in a remembered row pushes onto its stack`() throws {
    let log = Log()
    let path = Binding<[Int]>(get: { log.taps }, set: { log.taps = $0 })
    let memory = RenderMemory(isOn: true)
    var context = PageContext()
    context.regionKey = Self.key
    context.memory = memory
    context.form = .patch(PatchOrder(of: nil, url: nil))
    var page = renderPage(StackView(path: path), context)
    context.form = .patch(PatchOrder(of: page.regions, url: nil))
    let text = page.bytes.string
    page = renderPage(StackView(path: path), context)
    let ids = text.matches(of: /name="~tap" value="([0-9a-f]{16})"(?! disabled)/).compactMap {
      Hex.parse(String($0.1))
    }
    let id = try #require(ids.last)
    collect(StackView(path: path), wanted: [id], memory: memory).taps[id]?.action()
    #expect(log.taps == [9])
  }

  /// Returns the rows that are evaluated for the next patch.
  private func evaluated(
    _ log: Log, _ memory: RenderMemory, _ regions: inout PageRegions
  ) -> [Int] {
    log.rows = []
    regions = page(log, memory, regions).regions
    return log.rows
  }

  @Test func `An equal row isn't evaluated again`() {
    let log = Log()
    let memory = RenderMemory(isOn: true)
    var regions = page(log, memory, nil).regions
    #expect(log.rows == [1, 2, 3, 4, 5, 6, 11, 12, 13])
    #expect(evaluated(log, memory, &regions) == [])
    log.content.first[3].text = "Other"
    #expect(evaluated(log, memory, &regions) == [4])
    log.content.second.append(.init(id: 14, text: "More"))
    #expect(evaluated(log, memory, &regions) == [14])
    log.content.first.reverse()
    log.content.first.removeLast()
    #expect(evaluated(log, memory, &regions) == [])
    log.content.heading = "Some"
    log.content.notice = "A field that comes before them"
    #expect(evaluated(log, memory, &regions) == [])
    log.content.name = "A sheet"
    #expect(evaluated(log, memory, &regions) == [])
    // Disabling the second list changes its rows.
    log.content.isDisabled = true
    #expect(evaluated(log, memory, &regions) == [11, 12, 13, 14])
  }

  @Test func `Only the row of the requested button is searched`() throws {
    let log = Log()
    log.content.first = (1...200).map { .init(id: $0, text: "Row \($0)") }
    let memory = RenderMemory(isOn: true)
    var regions = page(log, memory, nil).regions
    _ = evaluated(log, memory, &regions)
    let id = try #require(buttons(log).dropFirst(200).first)
    log.rows = []
    let handler = try #require(collect(Page(log: log), wanted: [id], memory: memory).taps[id])
    // A few other rows have an ID with the same bit.
    #expect(log.rows.contains(100) || log.rows.contains(101))
    #expect(log.rows.count < 40)
    handler.action()
    #expect(log.taps.count == 1)
    // If no handlers are requested, rows aren't searched.
    log.rows = []
    _ = collect(Page(log: log), memory: memory)
    #expect(log.rows.isEmpty)
  }
}
