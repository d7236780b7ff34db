import Cairn
import CairnTesting
import Testing

private typealias Child = Presenting.Child
private typealias IdentifiedChild = Presenting.IdentifiedChild
private typealias Parent = Presenting.Parent

@MainActor @Suite(.timeLimit(.minutes(30))) struct EphemeralTests {
  private let events = Events()

  private func makeStore(
    _ state: Parent.State = Parent.State()
  ) -> TestStore<Parent.State, Parent.Action> {
    let store = TestStore(initialState: state) { Parent(events: events) }
    store.exhaustivity = .off
    return store
  }

  @Test func `An alert closes after its action`() async {
    let store = makeStore(Parent.State(alert: AlertState { TextState("Sure?") }))
    await store.send(.unrelated) { #expect($0.alert != nil) }
    await store.send(\.alert.yes) { $0.alert = nil }
  }

  @Test func `An alert in an enum closes after its action`() async {
    let store = makeStore(Parent.State(dialog: .alert(AlertState { TextState("Sure?") })))
    await store.send(.unrelated) { #expect($0.dialog != nil) }
    await store.send(\.dialog.alert.no) { $0.dialog = nil }
  }

  @Test func `An alert stays open after an action that isn't its own`() async {
    let store = makeStore(Parent.State(dialog: .alert(AlertState { TextState("Sure?") })))
    let messages = await issues {
      await store.send(\.dialog.form.timerTick) { #expect($0.dialog?.alert != nil) }
      await store.send(\.dialog.confirmation.yes) { #expect($0.dialog?.alert != nil) }
    }
    #expect(messages.count == 2)
    await store.send(\.dialog.alert.no) { $0.dialog = nil }
  }

  @Test func `A dialog that replaces an alert stays open`() async {
    let store = makeStore(
      Parent.State(dialog: .alert(AlertState { TextState("Sure?") }), reaction: .replaceAlert))
    await store.send(\.dialog.alert.yes) {
      $0.dialog = .confirmation(ConfirmationDialogState { TextState("Really?") })
    }
    await store.send(\.dialog.confirmation.yes) { $0.dialog = nil }
  }

  @Test func `An alert that replaces an equal alert stays open`() async {
    let store = TestStore(initialState: Retry.State()) { Retry() }
    await store.send(\.alert.again) { $0.attempts = 1 }
    #expect(store.state.alert != nil)
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func `An alert closes when it's dismissed`() async {
    let store = makeStore(Parent.State(alert: AlertState { TextState("Sure?") }))
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test func `An alert in a handwritten enum closes after its action`() async {
    let store = TestStore(
      initialState: ByHand.State(destination: .alert(AlertState { TextState("Sure?") }))
    ) { ByHand() }
    await store.send(.destination(.presented(.alert(.confirm)))) { $0.destination = nil }
    let other = TestStore(
      initialState: ByHand.State(destination: .counter(CounterFeature.State()))
    ) { ByHand() }
    await other.send(\.destination.counter.incrementButtonTapped) {
      $0.destination?.modify(\.counter) { $0.count = 1 }
    }
  }

  @Test func `An alert in a handwritten enum stays open after another case's action`() async {
    let store = TestStore(
      initialState: ByHand.State(destination: .alert(AlertState { TextState("Sure?") }))
    ) { ByHand() }
    store.exhaustivity = .off
    let messages = await issues {
      await store.send(\.destination.counter.incrementButtonTapped)
    }
    #expect(messages.count == 1)
    #expect(store.state.destination?.is(\.alert) == true)
    await store.send(.destination(.presented(.alert(.confirm)))) { $0.destination = nil }
  }

  @Test func `An alert in a case with another name closes after its action`() async {
    let sure = AlertState<ByHand.Destination.Action.Alert> { TextState("Sure?") }
    let store = TestStore(initialState: Renamed.State(destination: .question(sure))) { Renamed() }
    await store.send(.destination(.presented(.question(.confirm)))) { $0.destination = nil }
  }

  @Test func `An alert in a destination without the macro closes after its action`() async {
    let sure = AlertState<ByHand.Destination.Action.Alert> { TextState("Sure?") }
    let store = TestStore(initialState: Bare.State(destination: .alert(sure))) { Bare() }
    await store.send(.destination(.presented(.alert(.confirm)))) { $0.destination = nil }
    let other = TestStore(
      initialState: Bare.State(destination: .counter(CounterFeature.State()))
    ) { Bare() }
    await other.send(.destination(.presented(.counter(.incrementButtonTapped)))) {
      $0.destination?.modify(\.counter) { $0.count = 1 }
    }
  }

  @Test func `An alert in a plain optional closes after its action`() async {
    let store = TestStore(initialState: Plain.State()) { Plain() }
    await store.send(.ask) { $0.alert = .sure }
    await store.send(.dialog(.no)) { $0.dialog = nil }
    await store.send(\.alert.yes) {
      $0.alert = nil
      $0.answers = 1
    }
    await store.send(.ask) { $0.alert = .sure }
    // An alert that replaces the alert stays open.
    await store.send(\.alert.again) { $0.answers = 2 }
    #expect(store.state.alert == .sure)
  }

  @Test func `An alert in a plain optional enum closes after its action`() async {
    let store = TestStore(initialState: PlainDestination.State()) { PlainDestination() }
    await store.send(\.destination.alert.confirm) { $0.destination = nil }
  }

  @Test func `A payload marked as ephemeral closes after its action`() async {
    let store = TestStore(
      initialState: Banner.State(destination: .banner(Banner.Text(text: "Saved")))
    ) { Banner() }
    await store.send(\.destination.banner.tapped) { $0.destination = nil }
  }
}

@Reducer
private struct Retry {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>? = .failed
    var attempts = 0
  }
  enum Action: Equatable {
    case alert(PresentationAction<Alert>)
    @CasePathable enum Alert: Equatable { case again }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .alert(.presented(.again)) = action {
        state.attempts += 1
        state.alert = .failed
      }
      return .none
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState<Retry.Action.Alert> {
  fileprivate static var failed: Self {
    AlertState {
      TextState("It failed.")
    } actions: {
      ButtonState(action: .again) { TextState("Try again") }
    }
  }
}

@Reducer
private struct ByHand {
  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
  }

  @Reducer
  struct Destination {
    @ObservableState
    enum State: Equatable {
      case alert(AlertState<Action.Alert>)
      case counter(CounterFeature.State)
    }
    enum Action {
      case alert(Alert)
      case counter(CounterFeature.Action)
      enum Alert { case confirm }
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) { CounterFeature() }
    }
  }

  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination) { Destination() }
  }
}

@Reducer
private struct Banner {
  struct Text: Equatable, _EphemeralState {
    var text: String
    @CasePathable enum Action: Equatable { case tapped }
  }
  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    @ReducerCaseEphemeral
    case banner(Text)
  }
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }
  enum Action: Equatable {
    case destination(PresentationAction<Destination.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination)
  }
}

/// An alert and a dialog without a property wrapper.
@Reducer
private struct Plain {
  typealias Alert = AlertState<Action.Alert>
  @ObservableState
  struct State: Equatable {
    var alert: Alert?
    var dialog: ConfirmationDialogState<Action.Alert>? = ConfirmationDialogState {
      TextState("Really?")
    }
    var answers = 0
  }
  @CasePathable
  enum Action: Equatable {
    case ask
    case alert(Alert)
    case dialog(Alert)
    @CasePathable enum Alert: Equatable { case yes, no, again }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ask: state.alert = .sure
      case .alert(let answer):
        state.answers += 1
        if answer == .again { state.alert = .sure }
      case .dialog: break
      }
      return .none
    }
    .ifLet(\.alert, action: \.alert)
    .ifLet(\.dialog, action: \.dialog) {}
  }
}

extension AlertState<Plain.Action.Alert> {
  fileprivate static var sure: Self { AlertState { TextState("Sure?") } }
}

/// An enum with an alert, without a property wrapper.
@Reducer
private struct PlainDestination {
  @Reducer(state: .equatable, action: .equatable)
  enum Destination {
    case alert(AlertState<Answer>)
    case counter(CounterFeature)
    @CasePathable enum Answer: Equatable { case confirm }
  }
  @ObservableState
  struct State: Equatable {
    var destination: Destination.State? = .alert(AlertState { TextState("Sure?") })
  }
  @CasePathable
  enum Action: Equatable {
    case destination(Destination.Action)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.destination, action: \.destination) { Destination.body }
  }
}

/// A destination whose alert has another case name.
@Reducer
private struct Renamed {
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
  }
  @Reducer
  struct Destination {
    typealias Question = AlertState<ByHand.Destination.Action.Alert>
    enum State: Equatable {
      case question(Question)
      case counter(CounterFeature.State)
    }
    enum Action {
      case question(ByHand.Destination.Action.Alert)
      case counter(CounterFeature.Action)
    }
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination) { Destination() }
  }
}

/// A destination that conforms without the macro.
@Reducer
private struct Bare {
  struct State: Equatable {
    @Presents var destination: Destination.State?
  }
  enum Action {
    case destination(PresentationAction<Destination.Action>)
  }
  struct Destination: Reducer {
    @CasePathable
    enum State: Equatable {
      case alert(AlertState<ByHand.Destination.Action.Alert>)
      case counter(CounterFeature.State)
    }
    @CasePathable
    enum Action {
      case alert(ByHand.Destination.Action.Alert)
      case counter(CounterFeature.Action)
    }
    var body: some ReducerOf<Self> {
      Scope(state: \.counter, action: \.counter) { CounterFeature() }
    }
  }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$destination, action: \.destination) { Destination() }
  }
}
