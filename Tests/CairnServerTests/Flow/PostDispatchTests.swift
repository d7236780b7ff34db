import Foundation
import Testing

@testable import CairnServer

/// Compares the rules in the architecture article with all combinations of facts about a form.
@Suite struct PostDispatchTests {
  /// A row of the table. If a fact is `nil`, it can have any value. A row without divergences doesn't depend on how the
  /// scene left the page.
  private struct Row {
    let name: String
    var isForgotten = false
    var isDuplicated: Bool? = false
    var isReduced: Bool? = false
    let layers: Set<Standing.Layers>
    var isAtQuery: Bool?
    var isTyped: Bool?
    var divergences: Set<Divergence>?
    let dispatch: PostDispatch

    func holds(for standing: Standing, _ divergence: Divergence) -> Bool {
      isForgotten == standing.isForgotten
        && (isDuplicated ?? standing.isDuplicated) == standing.isDuplicated
        && (isReduced ?? standing.isReduced) == standing.isReduced
        && layers.contains(standing.layers)
        && (isAtQuery ?? standing.isAtQuery) == standing.isAtQuery
        && (isTyped ?? standing.isTyped) == standing.isTyped
        && (divergences?.contains(divergence) ?? true)
    }
  }

  private static let rows: [Row] = [
    Row(
      name: "too old to know: same layers", isForgotten: true, isDuplicated: nil,
      isReduced: nil, layers: [.same],
      dispatch: .restored(.onItsScene)),
    Row(
      name: "too old to know: text was typed", isForgotten: true, isDuplicated: nil,
      isReduced: nil,
      layers: [.more, .covered, .other], isTyped: true, dispatch: .restored(.onNewScene)),
    Row(
      name: "too old to know: no text was typed", isForgotten: true, isDuplicated: nil,
      isReduced: nil,
      layers: [.more, .covered, .other], isTyped: false, dispatch: .refused(.movedOn)),
    Row(
      name: "a duplicated tab", isDuplicated: true, isReduced: nil,
      layers: [.same, .more, .covered, .other], dispatch: .branched),
    Row(
      name: "a part of the state was lost", isReduced: true, layers: [.same],
      dispatch: .restored(.onItsScene)),
    Row(
      name: "a part of the state was lost", isReduced: true, layers: [.more, .covered, .other],
      dispatch: .restored(.onNewScene)),
    Row(
      name: "at the same query: same layers", layers: [.same], isAtQuery: true, dispatch: .current),
    Row(
      name: "at the same query: more layers", layers: [.more], isAtQuery: true, dispatch: .back),
    Row(
      name: "at another query by an effect: same layers", layers: [.same], isAtQuery: false,
      divergences: [.question, .hidden, .byItself], dispatch: .current),
    Row(
      name: "at another query by an effect: more layers", layers: [.more], isAtQuery: false,
      divergences: [.question, .hidden, .byItself], dispatch: .back),
    Row(
      name: "at another query by the user", layers: [.same, .more], isAtQuery: false,
      divergences: [.byUser], dispatch: .branched),
    Row(
      name: "at another query, and the page had no scene", layers: [.same, .more], isAtQuery: false,
      divergences: [.unsaved], dispatch: .created),
    Row(
      name: "a guard covers the page's layers", layers: [.covered], dispatch: .refused(.hidden)),
    Row(name: "the user went there", layers: [.other], divergences: [.byUser], dispatch: .branched),
    Row(
      name: "the page had no scene, and its state is gone", layers: [.other],
      divergences: [.unsaved], dispatch: .created),
    Row(
      name: "the page asked a question", layers: [.other], divergences: [.question],
      dispatch: .refused(.questionClosed)),
    Row(
      name: "a guard hides the page's content", layers: [.other], divergences: [.hidden],
      dispatch: .refused(.hidden)),
    Row(
      name: "an effect went there, or unknown: text was typed", layers: [.other],
      isTyped: true,
      divergences: [.byItself], dispatch: .restored(.onNewScene)),
    Row(
      name: "an effect went there, or unknown: no text was typed", layers: [.other],
      isTyped: false,
      divergences: [.byItself], dispatch: .refused(.movedOn)),
  ]

  @Test func `Each combination matches one row and has the row's result`() {
    var number = 0
    for layers in Standing.Layers.allCases {
      for flags in 0..<32 {
        for divergence in Divergence.allCases {
          let standing = Standing(
            layers: layers, isAtQuery: flags & 1 != 0, isReduced: flags & 2 != 0,
            isTyped: flags & 4 != 0, isDuplicated: flags & 16 != 0, isForgotten: flags & 8 != 0)
          let rows = Self.rows.filter { $0.holds(for: standing, divergence) }
          #expect(rows.count == 1, "\(standing) \(divergence): \(rows.map(\.name))")
          var asked = 0
          let dispatch = PostDispatch(standing) {
            asked += 1
            return divergence
          }
          #expect(dispatch == rows.first?.dispatch, "\(standing) \(divergence)")
          #expect(asked == (rows.first?.divergences == nil ? 0 : 1), "\(standing) \(divergence)")
          number += 1
        }
      }
    }
    #expect(number == 640)
  }

  @Test func `The rows are the same as the rows in the article`() throws {
    let article = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Cairn/Cairn.docc/Architecture.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    let diagram = try #require(
      text.split(separator: "```").first { $0.contains("was it received before") })
    var names: Set<String> = []
    for line in diagram.split(separator: "\n") {
      guard let name = line.firstMatch(of: /(?:│ no +| {8}|yes: | {5})(\S.*?) ─+ \w+$/)?.1 else {
        continue
      }
      names.insert(String(name))
    }
    #expect(names.subtracting(Self.rows.map(\.name)) == ["no: it is gone"])
    #expect(Set(Self.rows.map(\.name)).subtracting(names) == [])
  }

  @Test(arguments: [
    (
      PostDispatch.created, PostDispatch.current, PostDispatch.current,
      PostDispatch.restored(.onItsScene)
    ),
    (.branched, .current, .restored(.onItsScene), .restored(.onItsScene)),
    (.back, .current, .current, .refused(.movedOn)),
  ])
  func `The result depends on whether the page is the same and asks a question`(
    dispatch: PostDispatch, there: PostDispatch, asking: PostDispatch, elsewhere: PostDispatch
  ) {
    func arrived(_ isSame: Bool, _ isAsking: Bool, _ wasAsked: Bool = false) -> PostDispatch {
      dispatch.arrived(.init(isSame: isSame, isAsking: isAsking, wasAsked: wasAsked))
    }
    #expect(arrived(true, false) == there)
    #expect(arrived(true, true) == asking)
    #expect(arrived(false, false) == elsewhere)
    #expect(arrived(false, true) == elsewhere)
    let asked = dispatch == .back ? .refused(.asked) : elsewhere
    #expect(arrived(true, false, true) == there)
    #expect(arrived(false, true, true) == asked)
  }

  @Test func `Layers are compared from the bottom up`() {
    #expect(Standing.Layers(of: [1, 2], now: [1, 2]) == .same)
    #expect(Standing.Layers(of: [1], now: [1, 2]) == .more)
    #expect(Standing.Layers(of: [1], now: [1, 2], isCovered: true) == .covered)
    #expect(Standing.Layers(of: [1], now: [1, 2], hasOpened: true) == .same)
    #expect(Standing.Layers(of: [2], now: [1, 2], hasOpened: true) == .other)
    #expect(Standing.Layers(of: [1, 2], now: [1]) == .other)
    #expect(Standing.Layers(of: [2], now: [1, 2]) == .other)
    #expect(Standing.Layers(of: [], now: [1]) == .other)
  }
}
