import Foundation
import Testing

@testable import CairnViews

@Suite("Patches: what makes one page another")
struct PatchTests {
  private static let key = RegionHash.Key((0..<16).map { UInt8($0) * 7 })

  /// What a page shows.
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
      }
    }
  }

  private func rendered(
    _ content: Content, as form: PageContext.Form = .whole
  ) -> (text: String, regions: PageRegions) {
    var context = PageContext()
    context.regionKey = Self.key
    context.form = form
    let page = renderPage(Page(model: Model(content)), context)
    return (page.bytes.string, page.regions ?? PageRegions())
  }

  // MARK: What a browser does

  /// The layers of a whole page.
  private func layers(_ page: String) -> [String] {
    page.matches(of: /(?s)<form class="layer.*?<\/form>/).map { String($0.output) }
  }

  /// The runs of rows and fields of a layer.
  private func runs(_ layer: String) -> [[Range<String.Index>]] {
    var runs: [[Range<String.Index>]] = []
    var rest = layer.startIndex
    while let start = layer[rest...].firstMatch(of: /<li class="row|<div class="field/)?.range
      .lowerBound
    {
      let tag = layer[start...].hasPrefix("<li") ? "li" : "div"
      var depth = 0
      var end = start
      repeat {
        let opening = layer[end...].range(of: "<\(tag)")?.lowerBound ?? layer.endIndex
        let closing = layer[end...].range(of: "</\(tag)>") ?? layer.endIndex..<layer.endIndex
        depth += opening < closing.lowerBound ? 1 : -1
        end =
          opening < closing.lowerBound ? layer.index(after: opening) : closing.upperBound
      } while depth > 0
      if runs.last?.last?.upperBound == start {
        runs[runs.count - 1].append(start..<end)
      } else {
        runs.append([start..<end])
      }
      rest = end
    }
    return runs
  }

  private struct Patch: Decodable {
    struct Layer: Decodable {
      enum Step: Decodable {
        case kept(Int, Int)
        case new(Int)

        init(from decoder: any Decoder) throws {
          if let piece = try? decoder.singleValueContainer().decode(Int.self) {
            self = .new(piece)
          } else {
            let numbers = try decoder.singleValueContainer().decode([Int].self)
            self = .kept(numbers[0], numbers[1])
          }
        }
      }

      var of: Int?
      var rest: Int?
      var html: Int?
      var runs: [String: [Step]]?
      var isSame = false

      enum CodingKeys: CodingKey { case of, rest, html, runs }

      init(from decoder: any Decoder) throws {
        if let number = try? decoder.singleValueContainer().decode(Int.self) {
          of = number
          isSame = true
          return
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        of = try values.decodeIfPresent(Int.self, forKey: .of)
        rest = try values.decodeIfPresent(Int.self, forKey: .rest)
        html = try values.decodeIfPresent(Int.self, forKey: .html)
        runs = try values.decodeIfPresent([String: [Step]].self, forKey: .runs)
      }
    }

    var from: String?
    var to: String
    var layers: [Layer]
  }

  /// The layers of a page after a patch.
  private func applying(_ text: String, to old: [String]) throws -> (Patch, [String]) {
    let pieces = text.components(separatedBy: "\0")
    let patch = try JSONDecoder().decode(Patch.self, from: Data(pieces[0].utf8))
    let html = Array(pieces.dropFirst())
    return (
      patch,
      try patch.layers.map { layer in
        if let number = layer.html { return html[number] }
        let before = old[try #require(layer.of)]
        if layer.isSame { return before }
        let places = runs(before)
        var texts = places.map { $0.map { String(before[$0]) } }
        let parts = texts.flatMap(\.self)
        for (name, steps) in layer.runs ?? [:] {
          let number = try #require(Int(name))
          let fresh = steps.flatMap { step -> [String] in
            switch step {
            case .kept(let first, let count): Array(parts[first..<first + count])
            case .new(let piece): [html[piece]]
            }
          }
          while texts.count <= number { texts.append([]) }
          texts[number] = fresh
        }
        if let rest = layer.rest {
          var result = html[rest]
          for (number, run) in texts.enumerated() {
            result = result.replacingOccurrences(
              of: "<template data-run=\"\(number)\"></template>", with: run.joined())
          }
          return result
        }
        var result = ""
        var end = before.startIndex
        for (run, fresh) in zip(places, texts) {
          result += before[end..<run[0].lowerBound] + fresh.joined()
          end = run[run.count - 1].upperBound
        }
        return result + before[end...]
      }
    )
  }

  /// A layer without what belongs to one answer, and a covered one without the names of its controls.
  private func comparable(_ layers: [String]) -> [String] {
    layers.enumerated().map { index, layer in
      var layer = layer.trimmingCharacters(in: .newlines).replacing(/\ inert(?=>)/, with: "")
        .replacing(/<input type="hidden" name="~token" value="">/, with: "")
      if index < layers.count - 1 {
        layer = layer.replacing(/<button class="default-action".*?<\/button>/, with: "")
          .replacing(/\ name="~tap" value="[0-9a-f]{16}"/, with: "")
          .replacing(/\ name="~f[^"]*"/, with: "")
      }
      return layer
    }
  }

  private func random(_ generator: inout some RandomNumberGenerator, from content: Content)
    -> Content
  {
    var content = content
    func change(_ rows: inout [Content.Row]) {
      switch Int.random(in: 0..<6, using: &generator) {
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
      default: break
      }
    }
    change(&content.first)
    change(&content.second)
    switch Int.random(in: 0..<8, using: &generator) {
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

  @Test func `a patch makes of any page any other`() throws {
    var generator = SystemRandomNumberGenerator()
    var content = Content()
    // What a browser has, which goes from patch to patch.
    var shown = layers(rendered(content).text)
    var regions = rendered(content).regions
    for _ in 0..<400 {
      let next = random(&generator, from: content)
      let whole = rendered(next)
      let patch = rendered(next, as: .patch(PatchOrder(of: regions, url: nil)))
      let (said, now) = try applying(patch.text, to: shown)
      #expect(said.from == Hex.text(regions.digest))
      #expect(said.to == Hex.text(patch.regions.digest))
      let expected = comparable(layers(whole.text).map { $0.replacing("\0", with: "\u{FFFD}") })
      try #require(comparable(now) == expected, "from \(content) to \(next)")
      // Where nobody knows what a browser has, all of it is sent.
      let unknown = try applying(
        rendered(next, as: .patch(PatchOrder(of: nil, url: nil))).text, to: [])
      #expect(unknown.0.from == nil)
      #expect(comparable(unknown.1) == expected)
      (content, shown, regions) = (next, now, patch.regions)
    }
  }

  @Test func `one row that has changed is all that is sent`() throws {
    var content = Content()
    content.first = (0..<1000).map { Content.Row(id: $0, text: "Row \($0)") }
    let before = rendered(content).regions
    content.first[700].text = "Other"
    let patch = rendered(content, as: .patch(PatchOrder(of: before, url: nil)))
    let (said, _) = try applying(patch.text, to: layers(rendered(content).text))
    #expect(said.layers.count == 1)
    #expect(patch.text.contains("\"runs\":{\"0\":[[0,700],0,[701,299]]}"))
    #expect(patch.text.utf8.count < 400, "\(patch.text)")
    #expect(!patch.text.contains("Row 699"))
  }

  @Test func `a presented layer leaves what it covers as it is`() throws {
    var content = Content()
    let before = rendered(content).regions
    content.name = "Lamp"
    let patch = rendered(content, as: .patch(PatchOrder(of: before, url: nil)))
    #expect(patch.text.contains("\"layers\":[0,{\"html\":0}]"))
    let typed = patch.regions
    content.name = "Lamps"
    let field = rendered(content, as: .patch(PatchOrder(of: typed, url: nil)))
    #expect(field.text.contains("\"layers\":[0,{\"of\":1,\"runs\":{\"0\":[0,[1,1]]}}]"))
    content.name = nil
    let dismissed = rendered(content, as: .patch(PatchOrder(of: field.regions, url: nil)))
    #expect(dismissed.text.contains("\"layers\":[0]"))
    #expect(dismissed.regions.digest == before.digest)
  }

  @Test func `the same page has the same digest, another another`() {
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
}
