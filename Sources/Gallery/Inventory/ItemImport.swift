import Cairn

/// A form that adds the items of a file.
///
/// First, it shows the items and the lines that can't be read. If Save leaves lines out, the inventory reports them.
@Reducer
struct ItemImport {
  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var items: [Item] = []
    var problems: [String] = []
    /// The number of lines that Save leaves out.
    var leftOut = 0
    /// The name of the file that was read.
    var file: String?
    @Presents var alert: AlertState<Never>?
    /// Whether the items are being added. During that time, the form is disabled.
    var saving = WorkInFlight()
  }

  enum Action: Equatable {
    case alert(PresentationAction<Never>)
    case cancelButtonTapped
    case fileChosen(UploadedFile)
    case fileRead(ImportList, of: String)
    case saveButtonTapped
    /// All items were added. The inventory dismisses the form.
    case saved
    case savingFailed(String)
  }

  @Dependency(\.dismiss) var dismiss
  @Dependency(\.inventory) var inventory

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .fileChosen(let file):
        return .run { send in
          await send(.fileRead(ImportList(csv: try? file.contents()), of: file.name))
        }

      case .fileRead(let list, let name):
        (state.items, state.problems, state.file) = (list.items, list.problems, name)
        state.leftOut = list.leftOut
        return .none

      case .saveButtonTapped:
        guard !state.items.isEmpty, !state.saving.isRunning else { return .none }
        state.saving.isRunning = true
        // After a restart, saving begins again. The items are added once, because the work has the same idempotency key.
        return .run(resume: action) { [items = state.items] send in
          try await inventory.addAll(items)
          await send(.saved)
        } catch: { error, send in
          await send(.savingFailed("\(error)"))
        }
        // The user sees this message if saving doesn't begin again. Saving can then add the items a second time.
        .onInterruption(
          message: "Saving was interrupted. Check whether the items were added, and save again if "
            + "they weren't.")

      case .saved:
        return .none

      case .savingFailed(let reason):
        state.saving.isRunning = false
        state.alert = .notSaved(reason)
        return .none
      }
    }
    .persistedAction(\.saveButtonTapped)
    .ifLet(\.$alert, action: \.alert)
  }
}

extension ItemImport.State {
  /// A summary of the contents of the file.
  var summary: String? {
    guard let file else { return nil }
    guard !items.isEmpty else {
      return "“\(file)” has \(problems.isEmpty ? "no items" : "no valid items")."
    }
    let found = "“\(file)” has \(items.count == 1 ? "1 item" : "\(items.count) items")."
    guard leftOut > 0 else { return found }
    return "\(found) \(leftOut == 1 ? "1 line" : "\(leftOut) lines") will be left out."
  }
}
