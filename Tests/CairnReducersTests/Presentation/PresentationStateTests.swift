import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import Testing

private typealias Child = Presenting.Child
private typealias IdentifiedChild = Presenting.IdentifiedChild
private typealias Parent = Presenting.Parent

@MainActor @Suite struct PresentationStateTests {
  @Test func `The projected value presents a case`() async {
    var state = Parent.State()
    state.$dialog.page = SignUpConfirmation.State()
    #expect(state.dialog == .page(SignUpConfirmation.State()))
    #expect(state.$dialog.form == nil)
    await expectIssue("written to the case 'form'") { state.$dialog.form = nil }
    #expect(state.dialog != nil)
    state.$dialog.form = ItemFormFeature.State(item: .headphones)
    #expect(state.dialog?.form?.item == .headphones)
    state.$dialog.form = nil
    #expect(state.dialog == nil)
  }

  @Test func `A copy keeps its presented value`() {
    func requireSendable<Value: Sendable>(_ value: Value) -> Value { value }
    var first = requireSendable(PresentationState(wrappedValue: [1]))
    let second = first
    #expect(first == second)
    first.wrappedValue?.append(2)
    #expect(first.wrappedValue == [1, 2])
    #expect(second.wrappedValue == [1])
    #expect(first != second)
    first.wrappedValue = nil
    #expect(first == PresentationState(wrappedValue: nil))
    #expect(first != second)
    first.wrappedValue = [1]
    #expect(first == second)
  }

  @Test func `A case is read and changed through optionals`() {
    var state = Parent.State(dialog: .form(ItemFormFeature.State(item: .headphones)))
    #expect(state.dialog?.is(\.form) == true)
    #expect(state.dialog?.is(\.page) == false)
    #expect(state.dialog?.form?.item.name == "Headphones")
    #expect(state.dialog?[case: \.form]?.item.name == "Headphones")
    state.dialog?.modify(\.form) { $0.item.name = "Speaker" }
    #expect(state.dialog?.form?.item.name == "Speaker")
    state.dialog?.form?.item.name = "Radio"
    #expect(state.dialog?.form?.item.name == "Radio")
  }

  @Test func `A write to another case reports the current case and changes nothing`() async {
    let presented = Parent.State(dialog: .page(SignUpConfirmation.State()))
    var state = presented
    let messages = await issues {
      state.dialog?.form = ItemFormFeature.State(item: .headphones)
    }
    #expect(
      messages == [
        """
        A value was written to the case 'form' while the state was in a different case:

          Presenting.Parent.Dialog.State.page(SignUpConfirmation.State())

        The state wasn't changed. To switch to this case, assign the whole value: 'state = .form(...)'.
        """
      ])
    #expect(state == presented)
    await expectIssue("in the case 'page'", line: #line + 1) {
      state.dialog?.modify(\.form) { $0.ticks += 1 }
    }
    #expect(state == presented)
  }

  @Test func `Equality compares the presented values`() {
    let first = PresentationState(wrappedValue: Child.State(name: "a"))
    let second = PresentationState(wrappedValue: Child.State(name: "a"))
    #expect(first == second)
    #expect(first != PresentationState(wrappedValue: Child.State(name: "b")))
    #expect(first != PresentationState(wrappedValue: nil))
    var third = first
    #expect(third == first)
    third.wrappedValue?.name = "c"
    #expect(third != first)
    #expect(first.wrappedValue?.name == "a")
  }

  @Test func `Shared storage is equal without comparing values`() {
    struct Costly: Equatable {
      nonisolated(unsafe) static var comparisons = 0
      static func == (lhs: Self, rhs: Self) -> Bool {
        comparisons += 1
        return true
      }
    }
    let first = PresentationState(wrappedValue: Costly())
    let second = first
    #expect((first == second) as Bool)
    #expect(Costly.comparisons == 0)
    #expect((first == PresentationState(wrappedValue: Costly())) as Bool)
    #expect(Costly.comparisons == 1)
  }
}
