import Cairn
import CairnTesting
import Testing

private typealias Child = Presenting.Child
private typealias IdentifiedChild = Presenting.IdentifiedChild
private typealias Parent = Presenting.Parent

@MainActor @Suite(.timeLimit(.minutes(30))) struct AbsentStateTests {
  private let events = Events()

  private func makeStore(
    _ state: Parent.State = Parent.State()
  ) -> TestStore<Parent.State, Parent.Action> {
    let store = TestStore(initialState: state) { Parent(events: events) }
    store.exhaustivity = .off
    return store
  }

  @Test func `An action for a child that isn't presented is reported, and the parent runs`() async {
    let store = makeStore()
    let messages = await issues {
      await store.send(.child(.presented(.ask))) { $0.log = ["parent"] }
      await store.send(.child(.dismiss)) { $0.log = ["parent", "parent"] }
    }
    #expect(messages.count == 2)
    #expect(
      messages.first?.replacing(/swift:\d+/, with: "swift:0").hasPrefix(
        """
        'ifLet' at CairnReducersTests/Presenting.swift:0 received a child action while \
        the presented state was 'nil'.

          Action:
            Presenting.Parent.Action.child(
              .presented(.ask)
            )
          State:
            Presenting.Child.State

        The child's reducer didn't run, but the parent's did. Likely causes:
        """) == true, "\(messages)")
    for cause in [
      "Run 'ifLet' first", "don't send actions after 'dismiss()'", "Check the state first",
    ] {
      #expect(messages.first?.contains(cause) == true, "\(cause)")
    }
    #expect(messages.last?.contains("Presenting.Parent.Action.child(.dismiss)") == true)
  }

  @Test func `The issue for an absent child points to the operator`() async {
    let line = #line + 2
    let reducer = EmptyReducer<Parent.State, Parent.Action>()
      .ifLet(\.$alert, action: \.alert)
    let store = TestStore(initialState: Parent.State()) { reducer }
    await expectIssue("AbsentStateTests.swift:\(line)", line: line) {
      await store.send(\.alert.yes)
    }
  }

  @Test func `An action for another case is reported and ignored`() async {
    let store = makeStore(Parent.State(dialog: .page(SignUpConfirmation.State())))
    let messages = await issues {
      await store.send(\.dialog.form.timerTick) { $0.log = ["parent"] }
      await store.send(\.dialog.alert.yes) { $0.log = ["parent", "parent"] }
    }
    #expect(messages.count == 2)
    #expect(
      messages.first?.replacing(/swift:\d+/, with: "swift:0").hasPrefix(
        """
        An action for one destination was received while a different one was presented, in the \
        operator at CairnReducersTests/Presenting.swift:0:

          Action:
            ItemFormFeature.Action.timerTick
          State:
            Presenting.Parent.Dialog.State.page(
        """) == true, "\(messages)")
    #expect(messages.last?.contains("Dialog.Action.alert(.yes)") == true, "\(messages)")
    #expect(store.state.dialog?.page != nil)
  }

  @Test func `The issue for another case points to the operator`() async {
    let line = #line + 2
    let reducer = EmptyReducer<Parent.State, Parent.Action>()
      .ifLet(\.$dialog, action: \.dialog)
    let store = TestStore(initialState: Parent.State(dialog: .page(SignUpConfirmation.State()))) {
      reducer
    }
    await expectIssue("while a different one was presented", line: line) {
      await store.send(\.dialog.form.timerTick)
    }
    let elements = StackState<Parent.Dialog.State>([.page(SignUpConfirmation.State())])
    let stackLine = #line + 2
    let stack = EmptyReducer<Pages, PagesAction>()
      .forEach(\.path, action: \.path)
    let book = TestStore(initialState: Pages(path: elements)) { stack }
    await expectIssue("while a different one was presented", line: stackLine) {
      await book.send(\.path[id: 0].form.timerTick)
    }
    let alone = TestStore<Parent.Dialog.State, Parent.Dialog.Action>(
      initialState: .page(SignUpConfirmation.State())
    ) { Parent.Dialog.body }
    await expectIssue("while a different one was presented", line: #line + 1) {
      await alone.send(.form(.timerTick))
    }
  }
}

private struct Pages: Equatable {
  var path: StackState<Presenting.Parent.Dialog.State>
}

@CasePathable
private enum PagesAction {
  case path(StackActionOf<Presenting.Parent.Dialog>)
}
