import Cairn
import Foundation
import Testing

@testable import Gallery
@testable import WebDriver

/// Compares what a screen reader gets in the states of the samples with recorded trees.
@Suite("Browser: accessibility trees")
struct AccessibilityTreeTests {
  /// Monday, November 23, 2026, at 6:00 UTC.
  private static let now = Date(timeIntervalSince1970: 1_795_413_600)

  @Test(arguments: TreeState.all)
  func `A screen reader gets the recorded tree`(state: TreeState) async throws {
    try await Site.visit(state.options, clock: TestClock(), now: Self.now) { chromium, site in
      try await chromium.devTools("Emulation.setTimezoneOverride", ["timezoneId": "UTC"])
      try await state.lead(chromium, site)
      let recorded = RecordedTree(name: state.name)
      guard !RecordedTree.isRecording else {
        let tree = try await chromium.accessibilityTree()
        return try recorded.write(tree)
      }
      let expected = recorded.text ?? ""
      let tree = try await chromium.accessibilityTree(expecting: expected)
      let difference = RecordedTree.difference(from: expected, to: tree)
      guard !difference.isEmpty else { return }
      Issue.record(
        """
        The accessibility tree of “\(state.name)” has changed:
        \(difference.joined(separator: "\n"))
        If this is intended, record all trees, and review the changed files:
        CAIRN_WRITE_TREES=1 scripts/test --filter AccessibilityTreeTests
        """)
    }
  }

  @Test func `Each file belongs to a state`() throws {
    let names = TreeState.all.map(\.name)
    #expect(Set(names).count == names.count)
    if RecordedTree.isRecording {
      try RecordedTree.removeAll(except: Set(names))
    } else {
      let recorded = try RecordedTree.names
      #expect(Set(recorded) == Set(names))
    }
  }

  @Test func `The difference has the changed lines with their numbers`() {
    #expect(RecordedTree.difference(from: "a\nb\n", to: "a\nb\n") == [])
    #expect(RecordedTree.difference(from: "a\nb\nc", to: "a\nx\nc") == ["-2: b", "+2: x"])
    #expect(RecordedTree.difference(from: "a\nb", to: "b\nc") == ["-1: a", "+2: c"])
    #expect(RecordedTree.difference(from: "", to: "a") == ["+1: a"])
  }

  @Test func `A tree has only what screen readers announce`() async throws {
    let page = """
      <html lang=en><title>Tree</title><body><main><h2>Form <em>with fields</em></h2>
      <form><fieldset><legend>Item</legend>
      <p><label for=n>Name</label><input id=n value="A  b" required aria-invalid=true
      aria-describedby=e autofocus><b id=e>Too short.</b>
      <div><input type=checkbox aria-label=Gift checked></div>
      <input type=date aria-label=Day value=2030-05-03><input type=file aria-label=File>
      </fieldset></form>
      <nav aria-label=Tabs><a href=/a aria-current=page>One<br>two</a></nav>
      <table><caption>Tools</caption>
      <tr><th aria-sort=ascending><button>Name</button></th><th>Price</th></tr>
      <tr><td>Axe</td><td><p>30</p><p>Euro</p></td></tr></table>
      <ul><li>Row</li></ul><details><summary>More</summary>Hidden</details>
      <p role=status>Saved.</p><button aria-expanded=false>Menu</button>
      <button disabled>Gone</button>
      <select aria-label=Color><option>Red<option>Blue</select></main>
      """
    let expected = """
      document “Tree” (lang en)
        main
          heading “Form with fields” (level 2)
          group “Item”
            text “Name”
            textbox “Name” = “A b” (focused, required, invalid) — “Too short.”
            text “Too short.”
            checkbox “Gift” (checked)
            date field “Day” = “2030-05-03”
            button “File”
          navigation “Tabs”
            link “One two” (current page)
          table “Tools”
            row
              columnheader (sort ascending)
                button “Name”
              columnheader “Price”
            row
              cell “Axe”
              cell
                text “30”
                text “Euro”
          list
            listitem “Row”
          summary “More” (collapsed)
          status (live polite)
            text “Saved.”
          button “Menu” (collapsed)
          button “Gone” (disabled)
          combobox “Color” = “Red”

      """
    try await Chromium.run { chromium in
      try await chromium.open("data:text/html," + page.replacing("\n", with: " "))
      let tree = try await chromium.accessibilityTree(expecting: expected)
      #expect(RecordedTree.difference(from: expected, to: tree) == [])
    }
  }
}
