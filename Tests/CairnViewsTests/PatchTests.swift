import Foundation
import Testing

@testable import CairnViews

struct PatchTests {
  private static let key = RegionHash.Key((0..<16).map { UInt8($0) * 7 })

  /// The content of a page.
  struct Content: Equatable {
    struct Row: Equatable, Identifiable {
      var id: Int
      var text: String
    }

    var title = "List"
    var heading = "All"
    var first: [Row] = (1...5).map { Row(id: $0, text: "Row \($0)") }
    var second: [Row] = (11...13).map { Row(id: $0, text: "Row \($0)") }
    var name: String?
    var isAsking = false
    var number = 0
    var color = 0
  }

  private final class Model {
    var content: Content
    init(_ content: Content) { self.content = content }

    var sheet: Bool {
      get { content.name != nil }
      set { content.name = newValue ? "" : nil }
    }
  }

  private struct Page: View {
    @Bindable var model: Model

    var body: some View {
      let content = model.content
      Text(content.heading)
      if !content.first.isEmpty {
        List {
          ForEach(content.first) { row in
            Button(row.text) {}
            VStack { ForEach(["a", "b"], id: \.self) { Text("\($0) \(row.text)") } }
          }
        }
      }
      List {
        Text("Always here")
        ForEach(content.second) { Button($0.text) {} }
      }
      .navigationTitle(content.title)
      .sheet(isPresented: $model.sheet) {
        TextField("Name", text: .constant(content.name ?? ""))
        Stepper("Number", value: .constant(content.number))
        Text("Below the fields, \(content.number)")
          .alert("Sure?", isPresented: $model.content.isAsking) { Button("Yes") {} }
        Colors(color: content.color)
        Colors(color: content.color).pickerStyle(.inline)
      }
    }
  }

  /// A choice of three colors. A fourth isn't an option.
  private struct Colors: View {
    let color: Int

    var body: some View {
      Picker("Color", selection: .constant(color)) {
        ForEach(["None", "Red & green", "Blue"].indices, id: \.self) {
          Text(["None", "Red & green", "Blue"][$0]).tag($0)
        }
      }
    }
  }

  private func rendered(
    _ content: Content, as form: PageContext.Form = .whole, drafts: [UInt64: Draft] = [:]
  ) -> (text: String, regions: PageRegions) {
    var context = PageContext(drafts: drafts)
    context.regionKey = Self.key
    context.form = form
    let page = renderPage(Page(model: Model(content)), context)
    return (page.bytes.string, page.regions ?? PageRegions())
  }

  private func random(_ generator: inout some RandomNumberGenerator, from content: Content)
    -> Content
  {
    var content = content
    func change(_ rows: inout [Content.Row]) {
      switch Int.random(in: 0..<7, using: &generator) {
      case 0: rows.shuffle(using: &generator)
      case 1: rows.removeAll { _ in Bool.random(using: &generator) }
      case 2:
        rows.insert(
          .init(id: Int.random(in: 100..<10_000, using: &generator), text: "<New & \"old\">"),
          at: Int.random(in: 0...rows.count, using: &generator))
      case 3:
        for index in rows.indices where Bool.random(using: &generator) {
          rows[index].text += "!"
        }
      // Two rows with the same ID are separate.
      case 4: if let row = rows.randomElement(using: &generator) { rows.append(row) }
      default: break
      }
    }
    change(&content.first)
    change(&content.second)
    switch Int.random(in: 0..<11, using: &generator) {
    case 8...: content.color = Int.random(in: 0..<4, using: &generator)
    case 0: content.name = content.name == nil ? "Lamp" : nil
    case 1: content.isAsking.toggle()
    case 2: content.heading = "Some \u{0}"
    case 3: content.title += "é"
    case 4: content.number += 1
    case 5: content.name? += "x"
    default: break
    }
    return content
  }

  @Test func `A patch transforms any page into any other`() throws {
    // Some pages have rows with the same ID, which is reported.
    try withKnownIssue(isIntermittent: true) {
      try walk()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("more than one element with the ID") }
    }
  }

  private func walk() throws {
    var generator = SystemRandomNumberGenerator()
    var content = Content()
    // The browser's content, updated by each patch.
    var shown = PatchedPage.layers(rendered(content).text)
    var regions = rendered(content).regions
    var choices = 0
    for _ in 0..<600 {
      let next = random(&generator, from: content)
      let whole = rendered(next)
      let patch = rendered(next, as: .patch(PatchOrder(of: regions, url: nil)))
      let (head, now) = try PatchedPage.applying(patch.text, to: shown)
      #expect(head.from == Hex.text(regions.digest))
      #expect(head.to == Hex.text(patch.regions.digest))
      let expected = PatchedPage.comparable(
        PatchedPage.layers(whole.text).map { $0.replacing("\0", with: "\u{FFFD}") })
      try #require(PatchedPage.comparable(now) == expected, "from \(content) to \(next)")
      // If the browser's content is unknown, everything is sent.
      let unknown = try PatchedPage.applying(
        rendered(next, as: .patch(PatchOrder(of: nil, url: nil))).text, to: [])
      #expect(unknown.0.from == nil)
      #expect(PatchedPage.comparable(unknown.1) == expected)
      (content, shown, regions) = (next, now, patch.regions)
      if patch.text.contains(/\d,1,"\w{16}","\w{16}"\]/) { choices += 1 }
    }
    #expect(choices > 0)
  }

  @Test func `Only the changed row is sent`() throws {
    var content = Content()
    content.first = (0..<1000).map { Content.Row(id: $0, text: "Row \($0)") }
    let before = rendered(content).regions
    content.first[700].text = "Other"
    let patch = rendered(content, as: .patch(PatchOrder(of: before, url: nil)))
    let (head, _) = try PatchedPage.applying(
      patch.text, to: PatchedPage.layers(rendered(content).text))
    #expect(head.layers.count == 1)
    #expect(patch.text.contains("\"runs\":{\"0\":[[0,700],[700,1,0],[701,299]]}"))
    #expect(patch.text.utf8.count < 400, "\(patch.text)")
    #expect(!patch.text.contains("Row 699"))
  }

  @Test func `Changes are found after a list that was inserted before them`() throws {
    var content = Content()
    content.first = []
    let before = rendered(content)
    content.first = [.init(id: 1, text: "Row 1")]
    content.second[1].text = "Other"
    let patch = rendered(content, as: .patch(PatchOrder(of: before.regions, url: nil)))
    #expect(patch.text.contains("\"1\":[[0,2],[2,1,2],[3,1]]"), "\(patch.text)")
    let (_, now) = try PatchedPage.applying(
      patch.text, to: PatchedPage.layers(before.text))
    #expect(
      PatchedPage.comparable(now)
        == PatchedPage.comparable(PatchedPage.layers(rendered(content).text)))
  }

  @Test func `A presented layer leaves the covered layer unchanged`() throws {
    var content = Content()
    let before = rendered(content).regions
    content.name = "Lamp"
    let patch = rendered(content, as: .patch(PatchOrder(of: before, url: nil)))
    #expect(patch.text.contains("\"layers\":[0,{\"html\":0}]"))
    let typed = patch.regions
    content.name = "Lamps"
    let field = rendered(content, as: .patch(PatchOrder(of: typed, url: nil)))
    #expect(field.text.contains("\"layers\":[0,{\"of\":1,\"runs\":{\"0\":[[0,1,0],[1,1]]}}]"))
    content.name = nil
    let dismissed = rendered(content, as: .patch(PatchOrder(of: field.regions, url: nil)))
    #expect(dismissed.text.contains("\"layers\":[0]"))
    #expect(dismissed.regions.digest == before.digest)
  }

  @Test func `For a picker, only the selection is sent`() throws {
    var content = Content()
    content.name = ""
    let before = rendered(content)
    content.color = 1
    let patch = rendered(content, as: .patch(PatchOrder(of: before.regions, url: nil)))
    #expect(!patch.text.contains("\0"), "\(patch.text)")
    #expect(patch.text.matches(of: /\d,1,"\w{16}","\w{16}"\]/).count == 2)
    let (_, now) = try PatchedPage.applying(patch.text, to: PatchedPage.layers(before.text))
    #expect(
      PatchedPage.comparable(now)
        == PatchedPage.comparable(PatchedPage.layers(rendered(content).text)))
    // A picker without a selection differs in more than its selection.
    content.color = 3
    let none = rendered(content, as: .patch(PatchOrder(of: patch.regions, url: nil)))
    #expect(none.text.contains("selected hidden"))
  }

  @Test func `For a picker with a rejected value, its markup is sent`() throws {
    var content = Content()
    content.name = ""
    let page = rendered(content).text
    let match = try #require(page.firstMatch(of: /<select class="input" id="f-(\w{16})"/))
    let picker = try #require(Hex.parse(match.1))
    let options = page.matches(of: /<option value="(\w{16})"/).map { String($0.1) }
    let first = rendered(content, drafts: [picker: Draft(typed: options[0], message: nil)])
    let second = rendered(
      content, as: .patch(PatchOrder(of: first.regions, url: nil)),
      drafts: [picker: Draft(typed: options[1], message: nil)])
    #expect(second.text.contains("<select"), "\(second.text)")
    let (_, now) = try PatchedPage.applying(second.text, to: PatchedPage.layers(first.text))
    let whole = rendered(content, drafts: [picker: Draft(typed: options[1], message: nil)]).text
    #expect(PatchedPage.comparable(now) == PatchedPage.comparable(PatchedPage.layers(whole)))
  }

  private struct Question: View {
    let count: Int
    let isAsking: Bool

    var body: some View {
      Text("Count: \(count)")
        .navigationTitle("Counter")
        .alert("Back to zero?", isPresented: .constant(isAsking)) { Button("Reset") {} }
    }
  }

  @Test func `A screen without rows stays when a presentation changes`() {
    func rendered(_ count: Int, isAsking: Bool, as form: PageContext.Form = .whole) -> (
      text: String, regions: PageRegions
    ) {
      var context = PageContext()
      context.regionKey = Self.key
      context.form = form
      let page = renderPage(Question(count: count, isAsking: isAsking), context)
      return (page.bytes.string, page.regions ?? PageRegions())
    }
    let before = rendered(3, isAsking: true).regions
    let patch = rendered(0, isAsking: false, as: .patch(PatchOrder(of: before, url: nil)))
    #expect(patch.text.contains("\"layers\":[{\"of\":0,\"rest\":0}]"), "\(patch.text)")
  }

  @Test func `Equal pages have equal digests, and other pages have other digests`() {
    var content = Content()
    let one = rendered(content).regions
    #expect(rendered(content).regions == one)
    content.second[0].text += " "
    #expect(rendered(content).regions.digest != one.digest)
    var context = PageContext()
    context.regionKey = RegionHash.Key(Array(repeating: 9, count: 16))
    let other = renderPage(Page(model: Model(Content())), context)
    #expect(other.regions?.digest != one.digest)
  }

  @Test func `Hashes with another key make a patch larger but not wrong`() throws {
    var content = Content()
    var context = PageContext()
    context.regionKey = RegionHash.Key(Array(repeating: 9, count: 16))
    let before = renderPage(Page(model: Model(content)), context)
    let shown = PatchedPage.layers(before.bytes.string)
    let regions = before.regions ?? PageRegions()
    content.second[1].text = "Other"
    let patch = rendered(content, as: .patch(PatchOrder(of: regions, url: nil)))
    let (head, now) = try PatchedPage.applying(patch.text, to: shown)
    #expect(head.from == Hex.text(regions.digest))
    #expect(
      PatchedPage.comparable(now)
        == PatchedPage.comparable(PatchedPage.layers(rendered(content).text)))
    let small = rendered(content, as: .patch(PatchOrder(of: rendered(Content()).regions, url: nil)))
    #expect(patch.text.utf8.count > small.text.utf8.count)
  }
}
