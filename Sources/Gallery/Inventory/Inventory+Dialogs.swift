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

  /// Lists the fields of an item that weren't saved, and offers to edit them again.
  static func kept(_ problems: [String], of item: Item, _ entered: Item) -> Self {
    AlertState {
      TextState("Not all of “\(item.name)” was saved")
    } actions: {
      ButtonState(action: .editAgainButtonTapped(entered)) { TextState("Edit again") }
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(problems.joined(separator: " "))
    }
  }

  /// Asks whose changes are to be kept where two have changed the same of an item, and says what else was not
  /// saved. None of the answers is a cancel: what was typed goes by a decision, and not by Escape.
  static func changedMeanwhile(_ mine: Item, theirs: Item, _ problems: [String]) -> Self {
    AlertState {
      TextState("Changed meanwhile")
    } actions: {
      ButtonState(action: .keepMineButtonTapped(mine, theirs: theirs)) { TextState("Keep mine") }
      ButtonState { TextState("Take theirs") }
    } message: {
      TextState((theirs.differences(from: mine) + problems).joined(separator: " "))
    }
  }

  /// Says that another session deleted what was to be changed.
  static var itemIsGone: Self {
    AlertState {
      TextState("The item is gone")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState("Someone else deleted it meanwhile.")
    }
  }

  /// Says that another session deleted what was edited, and offers to keep what was entered.
  static func isGone(_ form: ItemForm.State) -> Self {
    let item = form.item.unsaved
    return AlertState {
      TextState("“\(form.original.name)” is gone")
    } actions: {
      ButtonState(action: .newItemButtonTapped(item)) { TextState("Add as a new item") }
      ButtonState(role: .destructive) { TextState("Discard") }
    } message: {
      TextState("Someone else deleted it meanwhile. What you entered can be added as a new item.")
    }
  }
}

extension AlertState where Action == Never {
  /// Says over a form that it could not be saved.
  static func notSaved(_ reason: String) -> Self {
    AlertState {
      TextState("This could not be saved")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState("\(reason) What you entered is still here, so that you can try again.")
    }
  }

  /// Says that something was not done.
  static func notDone(_ reason: String) -> Self {
    AlertState {
      TextState("The change could not be saved")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState(reason)
    }
  }
}

extension ConfirmationDialogState where Action == StockTake.Leaving {
  /// Asks before what was counted is thrown away.
  static var leaving: Self {
    ConfirmationDialogState {
      TextState("Throw away what you counted?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmed) { TextState("Throw away") }
      ButtonState(role: .cancel) { TextState("Keep counting") }
    } message: {
      TextState("Nothing of it is saved before the end.")
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
