import Foundation
import Testing

@testable import CairnViews

/// Applies pages and patches like a browser, as text.
enum PatchedPage {
  /// The layers of a complete page.
  static func layers(_ page: String) -> [String] {
    page.matches(of: /(?s)<form class="layer.*?<\/form>/).map { String($0.output) }
  }

  /// The runs of rows and fields of a layer.
  private static func runs(_ layer: String) -> [[Range<String.Index>]] {
    var runs: [[Range<String.Index>]] = []
    var rest = layer.startIndex
    let part = /<(li class="row|(div|fieldset) class="field)/
    while let start = layer[rest...].firstMatch(of: part)?.range.lowerBound {
      let tag = layer[start...].dropFirst().prefix(while: \.isLetter)
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

  struct Patch: Decodable {
    struct Layer: Decodable {
      enum Step: Decodable {
        case kept(Int, Int)
        case changed(Int, piece: Int)
        case chosen(Int, check: String, option: String)
        case new(Int)

        init(from decoder: any Decoder) throws {
          if let piece = try? decoder.singleValueContainer().decode(Int.self) {
            self = .new(piece)
          } else if var step = try? decoder.unkeyedContainer(), step.count == 4 {
            let place = try step.decode(Int.self)
            _ = try step.decode(Int.self)
            self = .chosen(
              place, check: try step.decode(String.self), option: try step.decode(String.self))
          } else {
            let numbers = try decoder.singleValueContainer().decode([Int].self)
            self =
              numbers.count > 2
              ? .changed(numbers[0], piece: numbers[2]) : .kept(numbers[0], numbers[1])
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
  static func applying(_ text: String, to old: [String]) throws -> (Patch, [String]) {
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
            case .changed(let part, let piece): [filled(html[piece], from: parts[part])]
            case .chosen(let part, let check, let option):
              [picker(parts[part], check: check, option: option)]
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

  /// A layer without the parts that differ per response. A covered layer also loses the names of its controls.
  static func comparable(_ layers: [String]) -> [String] {
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

  /// A picker with a selected option.
  private static func picker(_ part: String, check: String, option: String) -> String {
    let chosen = "value=\"\(option)\""
    return part.replacing(/(name="~f\.\w{16}\.)\w{16}/) { $0.1 + check }
      .replacing(/\ (selected|checked)(?=>)/, with: "")
      .replacing(chosen, with: chosen + (part.contains("<select") ? " selected" : " checked"))
  }

  /// A changed part, completed with its unchanged children.
  private static func filled(_ piece: String, from part: String) -> String {
    var part = part
    let children = part.withUTF8 { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      return MarkupOutline(bytes)?.children.map { String(decoding: bytes[$0], as: UTF8.self) }
    }
    var result = piece
    for (number, child) in (children ?? []).enumerated() {
      result = result.replacingOccurrences(
        of: "<template data-run=\"\(number)\"></template>", with: child)
    }
    return result
  }
}
