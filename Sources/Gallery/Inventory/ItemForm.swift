import Cairn

/// A form for one item, in a sheet, a popover, or a pushed screen.
///
/// A new item is added when the user taps Save, and then the form closes. If the item can't be added, an alert
/// appears over the form, and the user's input stays.
///
/// An existing item is saved when the user leaves the form, even with Back. Cancel discards the changes. Users don't
/// expect that of a form with a Save button, so the form explains it.
@Reducer
struct ItemForm {
  @ObservableState
  struct State: Codable, Equatable, Identifiable, Sendable {
    var item: Item
    /// The item at the start of editing.
    let original: Item
    /// The ID of the item that this one is a copy of, or `nil` if it isn't a copy.
    let sourceID: Item.ID?
    var isTimerOn = false
    var secondsElapsed = 0
    @Presents var alert: AlertState<Never>?
    /// Whether the item is being added. During that time, the form is disabled.
    var saving = WorkInFlight()
    /// Whether someone else has deleted the item.
    var isGone = false
    /// Whether the form contains input from an earlier form that its timer closed.
    var isResumed = false
    /// The problem with the name, set after the user tries to save it.
    var nameProblem: String?
    /// The problem with the quantity, set after the user tries to save it.
    var quantityProblem: String?

    init(item: Item = Item(), sourceID: Item.ID? = nil) {
      self.item = item
      original = item
      self.sourceID = sourceID
    }

    /// Creates the form for a copy of an item.
    init(duplicating item: Item) {
      self.init(item: item.unsaved, sourceID: item.id)
    }

    /// The identity of the form. Forms for different items, or for copies of different items, are different forms.
    var id: [Item.ID] { [item.id, sourceID ?? Item.unsaved] }

    /// Whether leaving the form saves the item, other than with Cancel. A new item is saved only by Save.
    var isSavedByLeaving: Bool { original.id != Item.unsaved }

    var secondsLeft: Int { ItemForm.seconds - secondsElapsed }

    /// Restores the input from an earlier form.
    mutating func resume(_ draft: Item) {
      item = draft
      isResumed = true
    }

    /// Updates the problems, and returns whether the form is valid.
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

  /// The number of seconds before the timer closes the form.
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
        // An effect can't continue after a restart of the server. The user then sees this message.
        .onInterruption(
          message: "A server restart stopped the timer. Turn it off and on again.")

      case .binding(\.item):
        // After a failed attempt to save, a corrected field loses its message immediately.
        if state.nameProblem != nil || state.quantityProblem != nil { _ = state.validate() }
        return .none

      case .binding:
        return .none

      case .cancelButtonTapped:
        // Restoring the item keeps the parent from saving changes when the form closes.
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
        .onInterruption(
          message: "Saving was interrupted. Check whether the item was added, and save again if "
            + "it wasn't.")

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
