import Cairn

extension AlertState where Action == Inventory.Destination.Alert {
  static func deleting(_ item: Item) -> Self {
    AlertState {
      TextState("Delete “\(item.name)”?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed(id: item.id)) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("It will be gone for everybody who uses this inventory.")
    }
  }

  /// Says what of an edited item was not saved.
  static func kept(_ problems: [String], of item: Item) -> Self {
    AlertState {
      TextState("Not all of “\(item.name)” was saved")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState(problems.joined(separator: " "))
    }
  }

  /// Says that another session deleted what was to be changed.
  static func isGone(_ name: String?) -> Self {
    AlertState {
      TextState(name.map { "“\($0)” is gone" } ?? "The item is gone")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState("Someone else deleted it meanwhile.")
    }
  }

  static func savingFailed(_ reason: String) -> Self {
    AlertState {
      TextState("The change could not be saved")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState(reason)
    }
  }
}

extension ConfirmationDialogState where Action == Inventory.Destination.Dialog {
  static func more(about item: Item) -> Self {
    ConfirmationDialogState {
      TextState(item.name)
    } actions: {
      ButtonState(action: .duplicateButtonTapped(id: item.id)) { TextState("Duplicate") }
      ButtonState(action: .statusButtonTapped(id: item.id)) {
        TextState(item.status.isInStock ? "Mark as out of stock" : "Mark as in stock")
      }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState(item.status.summary)
    }
  }
}
