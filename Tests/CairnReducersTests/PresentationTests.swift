import CairnCases
import CairnDependencies
import CairnReducers
import CairnTesting
import OrderedCollections
import Testing

/// A child that runs until it is cancelled, and a parent that treats it in all the ways there are.
@Reducer
private struct Child {
  struct State: Equatable {
    var name = ""
    var isPresented: Bool?
  }
  enum Action: Equatable {
    case run
    case ask
    case askInEffect
    case answer(Bool)
    case runAndAskParent
    case changeName(String)
    case dismissYourself
  }
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.isPresented) var isPresented
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run, .runAndAskParent:
        return .run { [name = state.name] _ in await events.untilCancelled(name) }
      case .ask:
        state.isPresented = isPresented
        return .none
      case .askInEffect:
        return .run { send in
          @Dependency(\.isPresented) var isPresented
          await send(.answer(isPresented))
        }
      case .answer(let answer):
        state.isPresented = answer
        return .none
      case .changeName(let name):
        state.name = name
        return .none
      case .dismissYourself:
        return .run { _ in await dismiss() }
      }
    }
  }
}

@Reducer
private struct IdentifiedChild {
  struct State: Equatable, Identifiable {
    var id: Int
    var text = ""
  }
  enum Action: Equatable {
    case run
    case becomes(Int)
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run: return .run { [id = state.id] _ in await events.untilCancelled("\(id)") }
      case .becomes(let id):
        state.id = id
        return .none
      }
    }
  }
}

@Reducer
private struct Parent {
  struct State: Equatable {
    @Presents var child: Child.State?
    @Presents var identified: IdentifiedChild.State?
    @Presents var dialog: Dialog.State?
    @Presents var alert: AlertState<Choice>?
    var seenAtDismissal: String?
    var log: [String] = []
    var reaction = Reaction.none
    var isAlive = true
  }
  enum Reaction { case none, presentOther, rebuild, replaceAlert, showChild }
  @CasePathable
  enum Choice: Equatable { case yes, no }
  @Reducer(state: .equatable, action: .equatable)
  enum Dialog {
    case alert(AlertState<Choice>)
    case confirmation(ConfirmationDialogState<Choice>)
    case page(SignUpConfirmation)
    case form(ItemFormFeature)
  }
  enum Action: Equatable {
    case child(PresentationAction<Child.Action>)
    case identified(PresentationAction<IdentifiedChild.Action>)
    case dialog(PresentationAction<Dialog.Action>)
    case alert(PresentationAction<Choice>)
    case set(Child.State?)
    case setIdentified(IdentifiedChild.State?)
    case unrelated
  }
  let events: Events

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .child(.dismiss):
        state.seenAtDismissal = state.child?.name
        switch state.reaction {
        case .presentOther: state.identified = IdentifiedChild.State(id: 1)
        case .rebuild: state.child = Child.State(name: "rebuilt")
        default: break
        }
      case .child(.presented(.runAndAskParent)):
        state.child = nil
      case .identified(.dismiss):
        if state.reaction == .presentOther { state.identified = IdentifiedChild.State(id: 2) }
        if state.reaction == .rebuild { state.identified?.text = "rebuilt" }
      case .dialog(.presented(.alert(.yes))):
        if state.reaction == .replaceAlert {
          state.dialog = .confirmation(ConfirmationDialogState { TextState("Really?") })
        }
      case .set(let child): state.child = child
      case .setIdentified(let child): state.identified = child
      default: break
      }
      state.log.append("parent")
      return .none
    }
    .ifLet(\.$child, action: \.child) { Child(events: events) }
    .ifLet(\.$identified, action: \.identified) { IdentifiedChild(events: events) }
    .ifLet(\.$dialog, action: \.dialog)
    .ifLet(\.$alert, action: \.alert)
  }
}

@MainActor @Suite(.timeLimit(.minutes(1))) struct PresentationTests {
  private let events = Events()

  private func makeStore(
    _ state: Parent.State = Parent.State()
  ) -> TestStore<Parent.State, Parent.Action> {
    let store = TestStore(initialState: state) { Parent(events: events) }
    store.exhaustivity = .off
    return store
  }

  // MARK: Dismissal

  @Test func theParentSeesTheChildAtItsDismissal() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.dismiss)) {
      $0.seenAtDismissal = "a"
      $0.child = nil
    }
  }

  @Test func anotherDestinationThatTheParentPresentsSurvives() async {
    let store = makeStore(
      Parent.State(identified: IdentifiedChild.State(id: 1), reaction: .presentOther))
    await store.send(.identified(.dismiss)) { $0.identified = IdentifiedChild.State(id: 2) }
  }

  @Test func theSameIdentityRebuiltGoes() async {
    let store = makeStore(
      Parent.State(identified: IdentifiedChild.State(id: 1), reaction: .rebuild))
    await store.send(.identified(.dismiss)) { $0.identified = nil }
    let other = makeStore(Parent.State(child: Child.State(name: "a"), reaction: .rebuild))
    await other.send(.child(.dismiss)) { $0.child = nil }
  }

  @Test func aChildDismissesItself() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.dismissYourself)))
    await store.receive(.child(.dismiss)) { $0.child = nil }
  }

  @Test func withoutAPresenterDismissalReports() async {
    let store = TestStore(initialState: Child.State()) { Child(events: events) }
    await expectIssue("isPresented") {
      await store.send(.dismissYourself)
      await store.finish()
    }
  }

  @Test func aFeatureKnowsWhetherItIsPresented() async {
    let store = makeStore(Parent.State(child: Child.State()))
    await store.send(.child(.presented(.ask))) { $0.child?.isPresented = true }
    await store.send(.child(.presented(.askInEffect)))
    await store.receive(\.child.answer, true)
    let root = TestStore(initialState: Child.State()) { Child(events: events) }
    await root.send(.ask) { $0.isPresented = false }
    await root.send(.askInEffect)
    await root.receive(.answer(false))
    let told = TestStore(initialState: Child.State()) {
      Child(events: events)
    } withDependencies: {
      $0.isPresented = true
    }
    await told.send(.ask) { $0.isPresented = true }
  }

  // MARK: Nothing presented

  @Test func anActionWithNothingPresentedReportsAtTheOperatorAndTheParentRuns() async {
    let store = makeStore()
    let messages = await issues {
      await store.send(.child(.presented(.ask))) { $0.log = ["parent"] }
      await store.send(.child(.dismiss)) { $0.log = ["parent", "parent"] }
    }
    #expect(messages.count == 2)
    #expect(
      messages.allSatisfy { $0.contains("'ifLet' at CairnReducersTests/PresentationTests.swift:") })
    #expect(messages.first?.contains("Parent.Action.child(") == true, "\(messages)")
    #expect(messages.first?.contains("Likely causes") == true)
  }

  @Test func anActionOfAnotherCaseReportsAndIsIgnored() async {
    let store = makeStore(Parent.State(dialog: .page(SignUpConfirmation.State())))
    await expectIssue("while another one was presented") {
      await store.send(\.dialog.form.timerTick) { $0.log = ["parent"] }
    }
  }

  // MARK: Ephemeral state

  @Test func anAlertGoesAfterItsAction() async {
    let store = makeStore(Parent.State(alert: AlertState { TextState("Sure?") }))
    await store.send(.unrelated) { #expect($0.alert != nil) }
    await store.send(\.alert.yes) { $0.alert = nil }
  }

  @Test func anAlertOfAnEnumGoesAfterItsAction() async {
    let store = makeStore(Parent.State(dialog: .alert(AlertState { TextState("Sure?") })))
    await store.send(.unrelated) { #expect($0.dialog != nil) }
    await store.send(\.dialog.alert.no) { $0.dialog = nil }
  }

  @Test func aDialogThatReplacesAnAlertStays() async {
    let store = makeStore(
      Parent.State(dialog: .alert(AlertState { TextState("Sure?") }), reaction: .replaceAlert))
    await store.send(\.dialog.alert.yes) {
      $0.dialog = .confirmation(ConfirmationDialogState { TextState("Really?") })
    }
    await store.send(\.dialog.confirmation.yes) { $0.dialog = nil }
  }

  // MARK: Effects

  @Test func dismissalCancelsTheEffects() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.child(.dismiss)) { $0.child = nil }
    #expect(await events.next() == "a cancelled")
    await store.finish()
  }

  @Test func removalByAnyoneCancelsTheEffects() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.set(nil)) { $0.child = nil }
    #expect(await events.next() == "a cancelled")
    await store.finish()
  }

  @Test func anotherIdentityCancelsTheEffects() async {
    let store = makeStore(Parent.State(identified: IdentifiedChild.State(id: 1)))
    await store.send(.identified(.presented(.run)))
    #expect(await events.next() == "1 began")
    await store.send(.setIdentified(IdentifiedChild.State(id: 2)))
    #expect(await events.next() == "1 cancelled")
    await store.send(.identified(.presented(.run)))
    #expect(await events.next() == "2 began")
    await store.send(.identified(.presented(.becomes(3))))
    #expect(await events.next() == "2 cancelled")
    await store.finish()
  }

  @Test func theSameIdentityKeepsTheEffects() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.run)))
    #expect(await events.next() == "a began")
    await store.send(.set(Child.State(name: "b")))
    await store.skipInFlightEffects()
    #expect(await events.next() == "a cancelled")
  }

  @Test func effectsOfTheTurnThatRemovesTheChildAreDropped() async {
    let store = makeStore(Parent.State(child: Child.State(name: "a")))
    await store.send(.child(.presented(.runAndAskParent))) { $0.child = nil }
    await store.finish()
    events.record("nothing before")
    #expect(await events.next() == "nothing before")
  }

  @Test func aPresentedChildAtTheEndIsFine() async {
    let store = TestStore(initialState: Parent.State(child: Child.State())) {
      Parent(events: events)
    }
    await store.send(.child(.presented(.changeName("b")))) {
      $0.child?.name = "b"
      $0.log = ["parent"]
    }
  }

  // MARK: The state itself

  @Test func theProjectedValuePresentsACase() {
    var state = Parent.State()
    state.$dialog.page = SignUpConfirmation.State()
    #expect(state.dialog == .page(SignUpConfirmation.State()))
    #expect(state.$dialog.form == nil)
    state.$dialog.form = nil
    #expect(state.dialog != nil)
    state.$dialog.form = ItemFormFeature.State(item: .headphones)
    #expect(state.dialog?.form?.item == .headphones)
    state.$dialog.form = nil
    #expect(state.dialog == nil)
  }
}
