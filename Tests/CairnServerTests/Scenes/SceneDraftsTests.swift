import CairnTexts
import Testing

@testable import CairnServer
@testable import CairnViews

/// Typed text that a scene keeps, its limits, and how it's restored.
@Suite struct SceneDraftsTests {
  private func field(
    _ id: UInt64, _ value: String, shown: String = ""
  ) -> SubmittedField {
    SubmittedField(
      name: FieldName(id: id, check: FieldCheck.hash(of: shown)), value: value)
  }

  private func handler(_ current: String, isDisabled: Bool = false) -> FieldHandler {
    FieldHandler(
      isDisabled: isDisabled, isReadable: true, current: { current }, objection: { _ in nil },
      write: { _ in .unchanged })
  }

  @Test func `Typed text is on the page that has its field`() {
    var drafts = SceneDrafts()
    let result = drafts.wait(for: [field(1, "a"), field(2, "b", shown: "b")], of: 7)
    #expect(result)
    #expect(drafts.ofPage == [1: Draft(typed: "a", message: nil)])
  }

  @Test func `The oldest texts are removed if there is no room`() {
    var drafts = SceneDrafts()
    let half = String(repeating: "x", count: SceneDrafts.limit / 2)
    let first = drafts.wait(for: [field(1, half)], of: 7)
    #expect(first)
    let second = drafts.wait(for: [field(2, half)], of: 7)
    #expect(second)
    #expect(drafts.waiting.map(\.field.name.id) == [2])
    let third = drafts.wait(for: [field(3, half + half)], of: 7)
    #expect(!third)
    #expect(drafts.waiting == [])
  }

  @Test func `Text that wasn't edited is removed first`() {
    var drafts = SceneDrafts()
    let half = String(repeating: "x", count: SceneDrafts.limit / 2)
    let result = drafts.wait(for: [field(1, half), field(2, half, shown: half)], of: 7)
    #expect(result)
    #expect(drafts.waiting.map(\.field.name.id) == [1])
  }

  @Test func `The number of texts is limited`() {
    var drafts = SceneDrafts()
    let fields = (0..<100_000).map { field($0, "", shown: "x") }
    let result = drafts.wait(for: fields, of: 7)
    #expect(!result)
    #expect(drafts.waiting.count < 10_000)
  }

  @Test func `Texts on the page have priority over waiting texts`() {
    var drafts = SceneDrafts()
    let half = String(repeating: "x", count: SceneDrafts.limit / 2)
    let result = drafts.wait(for: [field(1, half)], of: 7)
    #expect(result)
    drafts.keep(Draft(typed: half + half, message: nil), for: 2)
    #expect(drafts.waiting == [])
    #expect(drafts.shown[2]?.typed == half + half)
    drafts.keep(Draft(typed: "y", message: nil), for: 3)
    #expect(drafts.shown[3]?.typed == "")
  }

  @Test func `Submitted text is removed`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a"), field(2, "b")], of: 7)
    drafts.forget(1)
    drafts.keep(Draft(typed: "c", message: "No."), for: 2)
    #expect(drafts.waiting == [])
    #expect(drafts.ofPage == [2: Draft(typed: "c", message: "No.")])
  }

  @Test func `Waiting texts are kept when shown texts are removed`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a")], of: 7)
    drafts.keep(Draft(typed: "b", message: nil), for: 2)
    drafts.forgetShown()
    #expect(drafts.ofPage.keys.sorted() == [1])
    drafts.forgetWaiting(of: [8])
    #expect(drafts.waiting.count == 1)
    drafts.forgetWaiting(of: [7])
    #expect(drafts == SceneDrafts())
  }

  @Test func `Shown text waits when its layer is no longer on top`() {
    var drafts = SceneDrafts()
    drafts.setTopLayer(7)
    drafts.keep(Draft(typed: "12x", message: "No."), for: 1)
    drafts.keep(Draft(typed: "", message: "No."), for: 2)
    drafts.setTopLayer(7)
    #expect(drafts.shown.count == 2)
    drafts.setTopLayer(8)
    #expect(drafts.shown.isEmpty)
    #expect(drafts.waiting.map(\.layer) == [7])
    #expect(drafts.ofPage == [1: Draft(typed: "12x", message: nil)])
    let isBack = drafts.meet([1: handler("")])
    #expect(isBack)
    drafts.forgetWaiting(of: [7])
    drafts.setTopLayer(0)
    #expect(drafts == SceneDrafts())
  }

  @Test func `Text without a layer belongs to the layer on which its field appears`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a"), field(2, "b")], of: 0)
    let isRestored = drafts.meet([1: handler("")], on: 7)
    #expect(isRestored)
    drafts.forgetWaiting(of: [7])
    #expect(drafts.waiting.map(\.field.value) == ["b"])
  }

  @Test func `Text is removed if its field already has it`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a"), field(2, "b", shown: "b")], of: 7)
    let result = drafts.meet([1: handler("a"), 2: handler("b")])
    #expect(!result)
    #expect(drafts == SceneDrafts())
  }

  @Test func `Text that a field has lost is restored`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a"), field(2, "b", shown: "b")], of: 7)
    let result = drafts.meet([1: handler(""), 2: handler("")])
    #expect(result)
    #expect(
      drafts.ofPage == [1: Draft(typed: "a", message: nil), 2: Draft(typed: "b", message: nil)])
  }

  @Test func `A message shows a field's new value`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a", shown: "x")], of: 7)
    let first = drafts.meet([1: handler("y")])
    #expect(first)
    #expect(drafts.ofPage[1]?.message == .system(.textDiffers("y")))
    let second = drafts.meet([1: handler("x")])
    #expect(second)
    #expect(drafts.ofPage[1]?.message == nil)
  }

  @Test func `Text waits for a field that is missing or disabled`() {
    var drafts = SceneDrafts()
    _ = drafts.wait(for: [field(1, "a"), field(2, "b")], of: 7)
    let before = drafts
    let result = drafts.meet([1: handler("x", isDisabled: true)])
    #expect(!result)
    #expect(drafts == before)
  }
}
