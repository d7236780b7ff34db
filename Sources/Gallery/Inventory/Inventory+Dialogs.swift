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
      TextState("It goes for everybody who uses this inventory.")
    }
  }

  static func keptName(of item: Item) -> Self {
    AlertState {
      TextState("The name was blank")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState("The item is still called “\(item.name)”. What else you changed is saved.")
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
