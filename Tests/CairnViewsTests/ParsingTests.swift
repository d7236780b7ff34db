import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// Fields whose text is parsed by the application.
@Suite struct ParsingTests {
  private enum Localized: LocalizedError {
    case wrong, silent
    var errorDescription: String? { self == .wrong ? "Use capital letters." : nil }
  }

  private struct Described: Error, CustomStringConvertible { let description: String }
  private enum Plain: Error { case wrong }

  /// A code in capital letters.
  private struct Code: Equatable {
    let text: String

    init(_ text: String) throws {
      switch text {
      case "": throw Described(description: "")
      case "long": throw Described(description: String(repeating: "é", count: 1000))
      case "plain": throw Plain.wrong
      case "silent": throw Localized.silent
      case "foundation": throw CocoaError(.formatting)
      case "nserror": throw NSError(domain: "Secret", code: 1)
      case _ where text.first?.isNumber == true: throw Described(description: "Not a number.")
      case _ where text != text.uppercased(): throw Localized.wrong
      default: self.text = text
      }
    }
  }

  private func field(_ box: Box<Code>) -> TextField {
    TextField("Code", value: box.binding, parse: { try Code($0) }, format: { $0.text })
  }

  @Test func `The description of a thrown error is the message`() throws {
    let box = Box(try Code("A"))
    #expect(submit("ab", to: field(box)) == .refused(.verbatim("Use capital letters.")))
    #expect(submit("1", to: field(box)) == .refused(.verbatim("Not a number.")))
    #expect(box.value.text == "A")
    #expect(submit(" B ", to: field(box)) == .applied)
    #expect(box.value.text == "B")
    #expect(submit("B", to: field(box)) == .unchanged)
  }

  @Test(arguments: ["", "plain", "silent", "foundation", "nserror"])
  func `An error without a text for users has a general message`(text: String) throws {
    let box = Box(try Code("A"))
    #expect(submit(text, to: field(box)) == .refused(.system(.notValid(text))))
  }

  @Test func `Long messages are shortened`() throws {
    let message = String(repeating: "é", count: 500) + "…"
    #expect(submit("long", to: field(Box(try Code("A")))) == .refused(.verbatim(message)))
    let plain = TextField(
      "Code", value: .constant(0), parse: { _ in throw Plain.wrong }, format: { "\($0)" })
    let long = String(repeating: "x", count: 100)
    #expect(
      submit(long, to: plain)
        == .refused(.system(.notValid(String(repeating: "x", count: 60) + "…"))))
  }

  @Test func `An optional value is nil if the field is empty`() throws {
    let box = Box<Code?>(try Code("A"))
    let field = TextField(
      "Code", value: box.binding, parse: { try Code($0) }, format: { $0.text }, prompt: "ABC")
    #expect(content(field).contains(" value=\"A\" placeholder=\"ABC\">"))
    #expect(submit("a", to: field) == .refused(.verbatim("Use capital letters.")))
    #expect(submit("  ", to: field) == .applied)
    #expect(box.value == nil)
    #expect(submit("C", to: field) == .applied)
    #expect(box.value?.text == "C")
  }

  /// A format whose strategy throws errors for users.
  private struct CodeFormat: ParseableFormatStyle {
    struct Strategy: ParseStrategy {
      func parse(_ text: String) throws -> Int {
        guard text.hasPrefix("#"), let number = Int(text.dropFirst()) else {
          throw Described(description: "Begin with #.")
        }
        return number
      }
    }

    var parseStrategy: Strategy { Strategy() }
    func format(_ value: Int) -> String { "#\(value)" }
  }

  @Test func `A format's parse strategy can throw an error for users`() {
    let box = Box(7)
    let field = TextField("Code", value: box.binding, format: CodeFormat())
    #expect(content(field).contains(" value=\"#7\""))
    #expect(submit("8", to: field) == .refused(.verbatim("Begin with #.")))
    #expect(submit("#8", to: field) == .applied)
    #expect(box.value == 8)
  }
}
