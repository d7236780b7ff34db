import Cairn

enum Presenting {
  /// A child that runs until it's canceled, and a parent that treats it in every possible way.
  @Reducer
  struct Child {
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
  struct IdentifiedChild {
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
  struct Parent {
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
}
