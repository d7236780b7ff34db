import Cairn

extension AlertState where Action == Inventory.Destination.Alert {
  static func deleting(_ item: Item) -> Self {
    AlertState {
      TextState("Delete “\(item.name.bidiIsolated)”?")
    } actions: {
      ButtonState(role: .destructive, action: .deletionConfirmed(id: item.id)) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("It will be deleted for everyone who uses this inventory.")
    }
  }

  /// Returns an alert with the fields of an item that weren't saved, which offers to edit them again.
  static func kept(_ problems: [String], of item: Item, _ entered: Item) -> Self {
    AlertState {
      TextState("Some changes to “\(item.name.bidiIsolated)” weren't saved")
    } actions: {
      ButtonState(action: .editAgainButtonTapped(entered)) { TextState("Edit again") }
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(problems.joined(separator: " "))
    }
  }

  /// Returns an alert that asks whose changes to keep, after two users changed the same field of an item.
  ///
  /// It also lists other fields that weren't saved.
  ///
  /// The alert has no button with the role `cancel`. The user must decide explicitly, and can't discard their text
  /// with Escape.
  static func changedSinceOpened(_ mine: Item, theirs: Item, _ problems: [String]) -> Self {
    AlertState {
      TextState("Conflicting change")
    } actions: {
      ButtonState(action: .keepMineButtonTapped(mine, theirs: theirs)) {
        TextState("Keep my version")
      }
      ButtonState { TextState("Use their version") }
    } message: {
      TextState((theirs.differences(from: mine) + problems).joined(separator: " "))
    }
  }

  /// Returns an alert about the lines that weren't imported, after the other lines were.
  static func imported(_ form: ItemImport.State) -> Self {
    AlertState {
      TextState(form.leftOut == 1 ? "1 line was left out" : "\(form.leftOut) lines were left out")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState(
        (form.items.count == 1 ? "1 item was added." : "\(form.items.count) items were added.")
          + " To add the rest, correct the lines in the file and import only those.")
    }
  }

  /// An alert that explains that someone else deleted the item.
  static var itemIsGone: Self {
    AlertState {
      TextState("This item no longer exists")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState("Someone else deleted it.")
    }
  }

  /// Returns an alert that explains that someone else deleted the edited item. It offers to add the user's version
  /// as a new item.
  static func isGone(_ form: ItemForm.State) -> Self {
    let item = form.item.unsaved
    return AlertState {
      TextState("“\(form.original.name.bidiIsolated)” no longer exists")
    } actions: {
      ButtonState(action: .newItemButtonTapped(item)) { TextState("Add as a new item") }
      ButtonState(role: .destructive) { TextState("Discard") }
    } message: {
      TextState("Someone else deleted it. You can add your version as a new item.")
    }
  }
}

extension AlertState where Action == Never {
  /// Returns an alert over a form that explains why the form couldn't be saved.
  static func notSaved(_ reason: String) -> Self {
    AlertState {
      TextState("Your changes weren't saved")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState("\(reason) What you entered is still here, so you can try again.")
    }
  }

  /// Returns an alert that explains why a change wasn't made.
  static func notDone(_ reason: String) -> Self {
    AlertState {
      TextState("The change couldn't be saved")
    } actions: {
      ButtonState { TextState("OK") }
    } message: {
      TextState(reason)
    }
  }
}

extension ConfirmationDialogState where Action == StockTake.Leaving {
  /// A dialog that asks before the user's counts are discarded.
  static var leaving: Self {
    ConfirmationDialogState {
      TextState("Discard your counts?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmed) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Keep counting") }
    } message: {
      TextState("Your counts haven't been saved.")
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
