import Testing

@testable import CairnViews

struct PageStepTests {
  private func summary(_ kinds: LayerKind...) -> PageSummary {
    var summary = PageSummary()
    summary.levels = kinds.enumerated().map {
      LevelSummary(kind: $1, identity: UInt64($0 + 1), title: "")
    }
    return summary
  }

  @Test func `Only screens are pushed and popped`() {
    let screen: [LayerKind] = [.screen]
    let pushed: [LayerKind] = [.screen, .pushed]
    let sheet: [LayerKind] = [.screen, .sheet]
    #expect(PageStep(from: [1], screen, to: [1, 2], summary(.screen, .pushed)) == .push)
    #expect(PageStep(from: [1, 2], pushed, to: [1], summary(.screen)) == .pop)
    #expect(PageStep(from: [1], screen, to: [1, 2], summary(.screen, .sheet)) == nil)
    #expect(PageStep(from: [1, 2], sheet, to: [1], summary(.screen)) == nil)
    #expect(PageStep(from: [1], screen, to: [1], summary(.screen)) == nil)
    #expect(PageStep(from: [1, 3], pushed, to: [1, 2], summary(.screen, .pushed)) == nil)
    // The previous page is unknown.
    #expect(PageStep(from: [1, 2], [], to: [1], summary(.screen)) == nil)
  }

  @Test(arguments: [
    ("/items", "/items/7", LayerKind.pushed, PageStep?.some(.push)),
    ("/", "/items", .pushed, .push),
    ("/items/7", "/items", .screen, .pop), ("/items/7/more", "/items/7", .pushed, .pop),
    ("/items/7", "/items/77", .pushed, nil), ("/items", "/items", .screen, nil),
    ("/items", "/items/add", .sheet, nil), ("/other", "/items", .screen, nil),
  ])
  func `Links lead down and up`(
    source: String, target: String, kind: LayerKind, step: PageStep?
  ) {
    let kinds: [LayerKind] = kind == .screen ? [.screen] : [.screen, kind]
    var page = PageSummary()
    page.levels = kinds.map { LevelSummary(kind: $0, identity: 1, title: "") }
    #expect(PageStep(from: source[...].utf8, to: target[...].utf8, page) == step)
  }

  @Test func `The page declares its step in the head`() {
    struct Page: View {
      var body: some View {
        Text("List").navigationDestination(isPresented: .constant(true)) { Text("Item") }
      }
    }
    func step(_ change: (inout PageContext) -> Void) -> String? {
      var context = PageContext(canonical: "/items/7?a=b")
      change(&context)
      let text = renderPage(Page(), context).bytes.string
      return text.firstMatch(of: /<meta name="cairn-step" content="(\w+)">/).map { String($0.1) }
    }
    #expect(step { _ in } == nil)
    #expect(step { $0.source = "http://localhost:8080/items?a=b" } == "push")
    #expect(step { $0.source = "https://localhost/items/7/8" } == "pop")
    #expect(step { $0.source = "nonsense" } == nil)
    // A form's response declares the step of its action.
    #expect(step { ($0.focus, $0.step) = (.presented, .push) } == "push")
    #expect(
      step { ($0.focus, $0.source) = (.presented, "http://localhost:8080/items") } == nil)
  }
}
