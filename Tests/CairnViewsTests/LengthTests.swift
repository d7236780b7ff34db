import Foundation
import Testing

@testable import CairnViews

@Suite struct LengthTests {
  @Test func `Padding is a class per edge`() {
    #expect(
      content(Text("A").padding(20))
        == "<p class=\"text pad-top-5 pad-leading-5 pad-bottom-5 pad-trailing-5\">A</p>")
    #expect(
      content(Text("A").padding(.horizontal))
        == "<p class=\"text pad-leading-4 pad-trailing-4\">A</p>")
    #expect(
      content(VStack { Text("A") }.padding(.top, 8)).hasPrefix("<div class=\"vstack pad-top-2\">"))
  }

  @Test func `Several paddings of an edge add up`() {
    // The style sheet applies the largest step of an edge.
    func steps(_ view: some View) -> [Substring] {
      content(view).matches(of: /pad-([a-z]+-[0-9])/).map { $0.1 }
    }
    #expect(
      steps(Text("A").padding(.top, 8).padding(.top, 4).padding(.bottom, 4))
        == ["bottom-1", "top-1", "top-3"])
    #expect(steps(Text("A").padding(.top).padding(.top)) == ["top-4", "top-6"])
    #expect(steps(Text("A").padding(.top, 0).padding(.top, 8)) == ["top-2", "top-2"])
    #expect(steps(Text("A").padding(.top, 16).padding(.top, 4)) == ["top-1", "top-5"])
    #expect(steps(Text("A").padding(.top, 48).padding(.top, 48)) == ["top-7", "top-7"])
    // Paddings of a view and of its content apply to different elements.
    #expect(
      steps(VStack { Text("A").padding(.top, 8) }.padding(.top, 4)) == ["top-1", "top-2"])
    // A padding without an element doesn't change the padding of the next one.
    #expect(
      steps(
        Group {
          EmptyView().padding(.top, 8)
          Text("A")
        }.padding(.top, 4)) == ["top-1"])
  }

  @Test(arguments: ["top", "leading", "bottom", "trailing"])
  func `The style sheet orders the steps of an edge`(_ edge: String) throws {
    let sheet = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public/cairn.css"), encoding: .utf8)
    var rest = sheet[...]
    for step in 0...7 {
      let rule = try #require(rest.range(of: ".pad-\(edge)-\(step) {"))
      rest = rest[rule.upperBound...]
    }
  }

  @Test func `The spacing of a stack is a class`() {
    #expect(
      content(VStack(spacing: 8) { Text("A") }).hasPrefix("<div class=\"vstack gap-2\">"))
    #expect(
      content(VStack(alignment: .center, spacing: 0) { Text("A") })
        .hasPrefix("<div class=\"vstack center gap-0\">"))
    #expect(
      content(HStack(alignment: .top, spacing: 20) { Text("A") }.padding(.top, 4))
        .hasPrefix("<div class=\"hstack top pad-top-1 gap-5\">"))
    #expect(content(HStack(spacing: nil) { Text("A") }).hasPrefix("<div class=\"hstack\">"))
    // Only the stack itself has the class, and its children don't.
    #expect(
      content(VStack(spacing: 8) { HStack { Text("A") } })
        .hasPrefix("<div class=\"vstack gap-2\"><div class=\"hstack\">"))
  }

  @Test func `Animations are ignored`() {
    #expect(content(Text("A").animation(.default, value: 1)) == content(Text("A")))
  }

  @Test(
    arguments: [
      (-4.0, 0), (0, 0), (1.9, 0), (2, 1), (4, 1), (8, 2), (12, 3), (16, 4), (20, 5), (24, 5),
      (32, 6),
      (48, 7), (1000, 7), (.infinity, 7), (.nan, 0),
    ] as [(Double, UInt8)])
  func `A length is rounded to a step`(_ length: Double, _ step: UInt8) {
    #expect(_PaddingModifier.step(of: length) == step)
  }

  @Test func `Fonts have the names of SwiftUI`() {
    #expect(content(Text("A").font(.largeTitle)) == "<p class=\"text large-title\">A</p>")
    #expect(content(Text("A").font(.title2)) == "<p class=\"text title\">A</p>")
    #expect(content(Text("A").font(.footnote)) == "<p class=\"text caption\">A</p>")
    #expect(
      content(VStack { Text("A") }.font(.headline)).hasPrefix("<div class=\"vstack headline\">"))
  }

  @Test func `A title is a text without its styles`() {
    let title = Text("Salt & ") + Text("<pepper>").bold()
    let page = page(Text("A").navigationTitle(title))
    #expect(page.contains("<title>Salt &amp; &lt;pepper&gt;</title>"))
    #expect(Text("a & b").plain == "a & b")
  }
}
