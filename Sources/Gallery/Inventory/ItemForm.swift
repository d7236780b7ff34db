import Cairn

/// Edits one item, wherever it is shown: in a sheet, a popover or a drill-down.
///
/// Save adds the item and then leaves. Where it can not be added, an alert over the form says so, and
/// what was entered is still there. One that the inventory has is saved by leaving, also with Back; Cancel takes back
/// what was changed.
@Reducer
struct ItemForm {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    var item: Item
    /// The item as it was when editing began.
    let original: Item
    /// The item that this one is a copy of.
    let sourceID: Item.ID?
    var isTimerOn = false
    var secondsElapsed = 0
    @Presents var alert: AlertState<Never>?
    /// While the item is being added the form can not be operated.
    var saving = WorkInFlight()
    /// Whether somebody has deleted the item meanwhile.
    var isGone = false
    /// Whether it begins with what was entered before its timer closed it.
    var isResumed = false
    /// What is wrong with the name, once someone tried to save it.
    var nameProblem: String?
    /// What is wrong with the quantity, once someone tried to save it.
    var quantityProblem: String?

    init(item: Item = Item(), sourceID: Item.ID? = nil) {
      self.item = item
      original = item
      self.sourceID = sourceID
    }

    /// The form for a copy of an item.
    init(duplicating item: Item) {
      self.init(item: item.unsaved, sourceID: item.id)
    }

    /// The form of another item is another form, and so is that of a copy of another one.
    var id: [Item.ID] { [item.id, sourceID ?? Item.unsaved] }

    var secondsLeft: Int { ItemForm.seconds - secondsElapsed }

    /// Begins with what was entered before.
    mutating func resume(_ draft: Item) {
      item = draft
      isResumed = true
    }

    /// Looks again at what is wrong; answers whether nothing is.
    mutating func validate() -> Bool {
      nameProblem = item.nameProblem
      quantityProblem = item.quantityProblem
      return nameProblem == nil && quantityProblem == nil
    }
  }

  enum Action: BindableAction, Equatable {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case saveButtonTapped
    case savingFailed(String)
    case timerTicked
  }

  private enum CancelID { case timer }

  /// How long the timer runs before the form goes away.
  static let seconds = 5

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.inventory) var inventory

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .binding(\.isTimerOn):
        state.secondsElapsed = 0
        guard state.isTimerOn else { return .cancel(id: CancelID.timer) }
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.timerTicked) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)
        .onInterruption(
          say: "The timer was stopped by a restart. Switch it off and on again to go on.")

      case .binding(\.item):
        // Who was told what is wrong sees at once that it no longer is.
        if state.nameProblem != nil || state.quantityProblem != nil { _ = state.validate() }
        return .none

      case .binding:
        return .none

      case .cancelButtonTapped:
        // Nothing is left that leaving could save.
        state.item = state.original
        return .run { _ in await dismiss() }

      case .saveButtonTapped:
        guard state.validate(), !state.saving.isRunning else { return .none }
        guard state.item.id == Item.unsaved else { return .run { _ in await dismiss() } }
        state.saving.isRunning = true
        return .run { [item = state.item] _ in
          try await inventory.add(item)
          await dismiss()
        } catch: { error, send in
          await send(.savingFailed("\(error)"))
        }

      case .savingFailed(let reason):
        state.saving.isRunning = false
        state.alert = .notSaved(reason)
        return .none

      case .timerTicked:
        state.secondsElapsed += 1
        guard state.secondsLeft == 0 else { return .none }
        return .run { _ in await dismiss() }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
