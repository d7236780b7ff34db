import CairnDependencies
import Foundation
import Testing

@testable import CairnViews

/// Modifiers that choose from the style sheet by role.
@Suite struct RoleModifierTests {
  @Test func `The foreground style of a stack is a class`() {
    #expect(
      content(VStack { Text("A") }.foregroundStyle(.secondary))
        == "<div class=\"vstack ink-secondary\"><p class=\"text\">A</p></div>")
    #expect(
      content(HStack { Text("A") }.foregroundStyle(.destructive))
        .hasPrefix("<div class=\"hstack ink-destructive\">"))
    // A text has its own modifier, which returns a text.
    let text: Text = Text("A").foregroundStyle(.accent)
    #expect(content(text) == "<p class=\"text accent\">A</p>")
  }

  @Test(arguments: [
    (ControlSize.mini, "small"), (.small, "small"), (.regular, "regular"), (.large, "large"),
    (.extraLarge, "large"),
  ])
  func `The size of controls is a class`(_ size: ControlSize, _ name: String) {
    #expect(
      content(VStack { Text("A") }.controlSize(size))
        .hasPrefix("<div class=\"vstack control-\(name)\">"))
  }

  @Test func `A badge follows its view`() {
    withDependencies {
      $0.locale = Locale(identifier: "en_US")
    } operation: {
      #expect(
        content(Text("Inbox").badge(3))
          == "<div class=\"hstack\"><p class=\"text\">Inbox</p><p class=\"text badge\">3</p></div>")
    }
    #expect(
      content(Text("Inbox").badge(0)) == "<div class=\"hstack\"><p class=\"text\">Inbox</p></div>")
    #expect(content(Text("Inbox").badge("New")).contains("<p class=\"text badge\">New</p>"))
    #expect(content(Text("Inbox").badge(Text?.none)) == content(Text("Inbox").badge(0)))
    #expect(content(Text("<").badge(Text("&"))).contains("<p class=\"text badge\">&amp;</p>"))
  }

  @Test func `A redacted view can't be used`() {
    #expect(
      content(VStack { Text("A") }.redacted(reason: .placeholder))
        == "<div class=\"vstack redacted\" inert><p class=\"text\">A</p></div>")
    #expect(content(Text("A").redacted(reason: [])) == content(Text("A")))
  }

  @Test func `A tap on a button in a redacted view is rejected`() throws {
    let button = Button("Delete") {}
    let id = try #require(taps("Delete", in: page(button)).first)
    for (reason, isDisabled) in [(RedactionReasons.placeholder, true), ([], false)] {
      let view = button.redacted(reason: reason)
      #expect(content(view).contains(" disabled>Delete") == isDisabled)
      #expect(collect(view, wanted: [id]).taps[id]?.isDisabled == isDisabled)
    }
  }

  /// A class without a rule would have no effect.
  @Test(
    arguments: [
      "frame", "frame-max", "frame-full", "frame-start", "frame-center", "frame-end", "badge",
      "redacted", "ink-primary", "ink-secondary", "ink-accent", "ink-destructive", "control-small",
      "control-regular", "control-large",
    ] + (1...9).map { "frame-\($0)" })
  func `The style sheet has a rule for each class`(_ name: String) throws {
    let sheet = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Public/cairn.css"), encoding: .utf8)
    #expect(sheet.contains(try Regex("\\.\(name)[ :,]")))
  }
}
