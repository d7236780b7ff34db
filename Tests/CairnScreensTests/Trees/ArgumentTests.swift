import Foundation
import Testing

@testable import CairnScreens

@Suite struct ArgumentTests {
  struct Many: Screen, Codable {
    enum Kind: String, Codable { case fast, slow }
    struct Range: Codable, Hashable { var from, to: Int }

    var number = 7
    var text = "a b"
    var flag = true
    var ratio = 0.5
    var id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var url = URL(string: "https://example.org/a?b=c")!
    var kind = Kind.slow
    var absent: Int?
    var there: Int? = 3
    var list = [1, 2]
    var range = Range(from: 1, to: 2)

    var presentationStyle: ScreenPresentationStyle { .push }
  }

  enum Whole: String, Screen, Codable {
    case one, two
    var presentationStyle: ScreenPresentationStyle { .push }
  }

  enum Cases: Screen, Codable {
    case plain
    case topic(name: String)
    var presentationStyle: ScreenPresentationStyle { .push }
  }

  /// A screen whose style is the same for all instances.
  struct Constant: Screen, Codable {
    let id: Int
    let presentationStyle: ScreenPresentationStyle = .push

    private enum CodingKeys: CodingKey { case id }
  }

  private func roundTrip<S: Screen>(_ screen: S) throws -> AnyScreen? {
    let arguments = try #require(ScreenCoding.arguments(of: AnyScreen(screen)))
    return ScreenCoding(S.self).screen { arguments[$0] }?.screen
  }

  @Test func `Each property is one text`() throws {
    let arguments = try #require(ScreenCoding.arguments(of: AnyScreen(Many())))
    #expect(
      arguments.items.map { "\($0.key)=\($0.value ?? "nil")" } == [
        "number=7", "text=a b", "flag=true", "ratio=0.5",
        "id=01020304-0506-0708-090A-0B0C0D0E0F10", "url=https://example.org/a?b=c", "kind=slow",
        "absent=nil", "there=3", "list=[1,2]", #"range={"from":1,"to":2}"#,
      ])
  }

  @Test func `Arguments are read as they were written`() throws {
    #expect(try roundTrip(Many()) == AnyScreen(Many()))
    let other = Many(
      number: -1, text: "", flag: false, ratio: 1e300, kind: .fast, absent: 0, there: nil,
      list: [], range: .init(from: .min, to: .max))
    #expect(try roundTrip(other) == AnyScreen(other))
    #expect(try roundTrip(Whole.two) == AnyScreen(Whole.two))
    #expect(try roundTrip(Cases.plain) == AnyScreen(Cases.plain))
    #expect(try roundTrip(Cases.topic(name: "x=1&y")) == AnyScreen(Cases.topic(name: "x=1&y")))
    #expect(try roundTrip(Constant(id: 3)) == AnyScreen(Constant(id: 3)))
  }

  @Test func `Unreadable arguments make no screen`() {
    let coding = ScreenCoding(Many.self)
    #expect(coding.screen { _ in nil } == nil)
    #expect(coding.screen { $0 == "number" ? "seven" : nil } == nil)
    let arguments = try? ScreenArguments(of: Many())
    for text in ["inf", "-infinity", "nan"] {
      #expect(coding.screen { $0 == "ratio" ? text : arguments?[$0] ?? nil } == nil)
    }
    #expect(ScreenCoding(Whole.self).screen { _ in "three" } == nil)
    #expect(ScreenCoding(Depot.self).screen { _ in "a" } == nil)
    #expect(ScreenCoding.arguments(of: AnyScreen(Depot(name: "a"))) == nil)
  }
}
