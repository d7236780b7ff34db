import Cairn
import CairnApplications
import Foundation
import Testing

@testable import CairnRecorder

/// Values as Swift source code.
@Suite struct SwiftSourceTests {
  enum Action: Sendable {
    case tapped
    case row(id: Int, Inner)
    case result(Result<String, Failure>)
    case named(name: String)
    case done(Result<Void, any Error>)
    case `init`(Int)
    case pair(Int, last: String)
    case opaque(Opaque)
    indirect case again(Action)
  }

  enum Inner: Sendable, CustomStringConvertible {
    case ready
    case failed(Double)
    var description: String { "something else" }
  }

  enum Mood: Sendable { case none, good }

  enum Failure: Error { case late }

  struct Opaque: Sendable {}

  struct Point: Codable, Sendable { var x = 1, y: Double? = 2.5 }

  struct Note: Codable, Sendable { var text = "a\u{2028}b\u{85}c" }

  struct Form: Equatable, Sendable { var name = "", place = Place() }
  struct Place: Equatable, Sendable { var town = "" }

  @Test(
    arguments: [
      (3, "3"), (-7, "-7"), (UInt64.max, "18446744073709551615"), (2.5, "2.5"),
      (Double.nan, ".nan"),
      (-Double.infinity, "-.infinity"), (true, "true"), ("a\"b\\\n", #""a\"b\\\n""#),
      ("\u{202E}x\u{0}", #""\u{202e}x\u{0}""#), (Int?.none as any Sendable, "nil"),
      (Int?.some(3) as any Sendable, "3"),
      ([1, 2], "[1, 2]"), ([String](), "[]"), (["b": 2, "a": 1], #"["a": 1, "b": 2]"#),
      ([Int: Int](), "[:]"),
      (UUID(0), "UUID(uuidString: \"00000000-0000-0000-0000-000000000000\")!"),
      (Date(timeIntervalSinceReferenceDate: 1.5), "Date(timeIntervalSinceReferenceDate: 1.5)"),
      (Point(), ##"try recorded(#"{"x":1,"y":2.5}"#)"##),
      (Note(), ##"try recorded(#"{"text":"a\u2028b\u0085c"}"#)"##),
      ([Point()], ##"try recorded(#"[{"x":1,"y":2.5}]"#)"##),
      (Action.tapped, ".tapped"), (Action.row(id: 3, .ready), ".row(id: 3, .ready)"),
      (Action.row(id: 3, .failed(1)), ".row(id: 3, .failed(1.0))"),
      (Action.result(.success("a")), #".result(.success("a"))"#),
      (Action.result(.failure(.late)), ".result(.failure(Failure.late))"),
      (Action.done(.success(())), ".done(.success(()))"), (Action.`init`(3), ".`init`(3)"),
      (Mood?.some(.none) as any Sendable, ".some(.none)"), (Mood?.none as any Sendable, "nil"),
      (Decimal(string: "12345678901234567890")!, #"Decimal(string: "12345678901234567890")!"#),
      (Action.named(name: "a"), #".named(name: "a")"#), (Action.again(.tapped), ".again(.tapped)"),
      (PresentationAction<Action>.dismiss, ".dismiss"),
      (PresentationAction<Action>.presented(.tapped), ".presented(.tapped)"),
      (
        IdentifiedAction<Int, Action>.element(id: 2, action: .tapped),
        ".element(id: 2, action: .tapped)"
      ),
      (BindingAction<Form>.set(\.name, "x"), #".set(\.name, "x")"#),
      (BindingAction<Form>.set(\.place.town, "x"), #".set(\.place.town, "x")"#),
    ] as [(any Sendable, String)])
  func `Values are written as Swift expressions`(value: any Sendable, source: String) {
    #expect(SwiftSource.expression(value) == source)
  }

  @Test func `Values without a Swift expression give nil`() {
    #expect(SwiftSource.expression(Opaque()) == nil)
    #expect(SwiftSource.expression(Action.opaque(Opaque())) == nil)
    #expect(SwiftSource.expression([Opaque()]) == nil)
    #expect(SwiftSource.expression({ 3 }) == nil)
  }

  @Test func `Expressions are distinguished from other text`() {
    for text in [
      ".a", #".a("b\"c)", [1: .b(c: "–")])"#, ##".a(try recorded(#"{"x":"(;"}"#))"##, ".a(1.5, -2)",
    ] {
      #expect(SwiftSource.isExpression(text), "\(text)")
    }
    for text in ["", "a", ".a)", ".a(", ".a;b", ".a\nb", #".a("\(x)")"#, ##".a(#"x"##, ".a//"] {
      #expect(!SwiftSource.isExpression(text), "\(text)")
    }
  }

  @Test func `Numbers keep their digits`() throws {
    let text = "[12345678901234567890123,0.1,1e300,-7]"
    let value = try JSONValue(bytes: Array(text.utf8))
    #expect(try JSONValue(bytes: value.bytes) == value)
    #expect(value.text.hasPrefix("[12345678901234567890123,0.1,"))
  }

  @Test func `Raw strings have enough number signs for their text`() {
    #expect(SwiftSource.raw("a") == ##"#"a"#"##)
    #expect(SwiftSource.raw(##"a"#b"##) == ###"##"a"#b"##"###)
    #expect(SwiftSource.raw(##"a\#(b)"##) == ###"##"a\#(b)"##"###)
  }
}
