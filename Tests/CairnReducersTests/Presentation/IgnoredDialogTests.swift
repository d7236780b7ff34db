import Cairn
import CairnTesting
import Testing

/// The type of a payload decides whether it's an alert. The attribute of its case doesn't matter.
@MainActor @Suite(.timeLimit(.minutes(30))) struct IgnoredDialogTests {
  @Test func `An alert of an ignored case closes after its action`() async {
    let store = TestStore(initialState: Host.State(sheet: .alert(.sure))) { Host() }
    await store.send(\.sheet.alert, .yes) { $0.sheet = nil }
  }

  @Test func `A labeled dialog of an ignored case closes after its action`() async {
    let dialog = ConfirmationDialogState<Answer> { TextState("Sure?") }
    let store = TestStore(initialState: Host.State(sheet: .dialog(question: dialog))) { Host() }
    await store.send(\.sheet.dialog, .yes) { $0.sheet = nil }
  }

  @Test func `An alert of an ignored case stays open after another action`() async {
    let store = TestStore(initialState: Host.State(sheet: .alert(.sure))) { Host() }
    await store.send(\.sheet.closed)
    #expect(store.state.sheet?.alert != nil)
    await store.send(\.sheet.alert, .yes) { $0.sheet = nil }
  }

  @Test func `An alert that replaces an alert of an ignored case stays open`() async {
    let store = TestStore(initialState: Host.State(sheet: .alert(.sure))) { Host() }
    store.exhaustivity = .off
    await store.send(\.sheet.alert, .again)
    #expect(store.state.sheet?.alert != nil)
    await store.send(\.sheet.alert, .yes) { $0.sheet = nil }
  }

  @Test func `A plain value of an ignored case stays`() async {
    let store = TestStore(initialState: Host.State(sheet: .help("Help"))) { Host() }
    await store.send(\.sheet.closed)
    #expect(store.state.sheet == .help("Help"))
  }

  @Test func `The type of an ignored case without actions decides whether it's ephemeral`() {
    #expect(Host.Silent.State.alert(.sure)._isEphemeral)
    #expect(!Host.Silent.State.form(Host.Form.State())._isEphemeral)
  }

  @Test func `An alert of an ignored case in a plain optional closes after its action`() async {
    let store = TestStore(initialState: PlainHost.State(sheet: .alert(.sure))) { PlainHost() }
    await store.send(\.sheet.alert, .yes) { $0.sheet = nil }
  }

  // These enums weren't processed by a macro, and their operators use plain reducers.
  @Test func `An alert in an enum closes with any kind of reducer`() async {
    let store = TestStore(initialState: Loose.State(sheet: .alert(.sure), other: .alert(.sure))) {
      Loose()
    }
    await store.send(.sheet(.presented(.count))) { $0.count = 1 }
    await store.send(.sheet(.presented(.alert(.yes)))) { $0.sheet = nil }
    await store.send(.other(.alert(.yes))) { $0.other = nil }
  }

  @Test func `Another state of the enum stays with any kind of reducer`() async {
    let store = TestStore(initialState: Loose.State(sheet: .counter(0), other: .counter(0))) {
      Loose()
    }
    await store.send(.sheet(.presented(.count))) {
      $0.sheet = .counter(1)
      $0.count = 1
    }
    await store.send(.other(.count)) { $0.other = .counter(1) }
  }
}

private enum Answer { case yes, again }

extension AlertState<Answer> {
  fileprivate static var sure: Self {
    AlertState {
      TextState("Sure?")
    } actions: {
      ButtonState(action: .yes) { TextState("Yes") }
    }
  }
}

@Reducer
private struct Host {
  @Reducer struct Form {}

  @Reducer
  enum Sheet {
    @ReducerCaseIgnored case alert(AlertState<Answer>)
    @ReducerCaseIgnored case dialog(question: ConfirmationDialogState<Answer>)
    @ReducerCaseIgnored case help(String)
    case form(Form)

    @CasePathable
    enum Action {
      case alert(Answer)
      case dialog(Answer)
      case form(Form.Action)
      case closed
    }
  }

  @Reducer
  enum Silent {
    @ReducerCaseIgnored case alert(AlertState<Answer>)
    case form(Form)
  }

  @ObservableState struct State: Equatable { @Presents var sheet: Sheet.State? }
  enum Action { case sheet(PresentationAction<Sheet.Action>) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .sheet(.presented(.alert(.again))) = action { state.sheet = .alert(.sure) }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet)
  }
}

extension Host.Sheet.State: Equatable {}

@Reducer
private struct PlainHost {
  struct State: Equatable { var sheet: Host.Sheet.State? }
  enum Action { case sheet(Host.Sheet.Action) }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.sheet, action: \.sheet) { Host.Sheet() }
  }
}

/// Destinations without case paths that run in plain reducers.
@Reducer
private struct Loose {
  enum Sheet: Equatable {
    case alert(AlertState<Answer>)
    case counter(Int)
  }
  enum SheetAction {
    case alert(Answer)
    case count
  }
  @ObservableState
  struct State: Equatable {
    @Presents var sheet: Sheet?
    var other: Sheet?
    var count = 0
  }
  enum Action {
    case sheet(PresentationAction<SheetAction>)
    case other(SheetAction)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .sheet(.presented(.count)) = action { state.count += 1 }
      return .none
    }
    .ifLet(\.$sheet, action: \.sheet) { counting }
    .ifLet(\.other, action: \.other) {
      counting
      EmptyReducer()
    }
  }

  private var counting: Reduce<Sheet, SheetAction> {
    Reduce { state, action in
      if case .count = action, case .counter(let count) = state { state = .counter(count + 1) }
      return .none
    }
  }
}
