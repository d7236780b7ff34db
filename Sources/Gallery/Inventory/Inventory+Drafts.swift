extension Inventory.State {
  /// Returns the form for a new item or for a copy of an item.
  ///
  /// If a timer closed the form before, it contains what the user had entered.
  func form(duplicating item: Item? = nil) -> ItemForm.State {
    var form = item.map { ItemForm.State(duplicating: $0) } ?? ItemForm.State()
    if let draft = drafts[form.source] { form.resume(draft) }
    return form
  }

  /// Keeps the contents of a form if its timer closed it, and discards them if the user left the form.
  mutating func keepDraft(of form: ItemForm.State) {
    let isWanted = form.secondsLeft == 0 && form.item != form.original
    drafts[form.source] = isWanted ? form.item : nil
  }
}

extension ItemForm.State {
  /// The ID of the item that this one is a copy of, or `Item.unsaved` for a new item.
  var source: Item.ID { sourceID ?? Item.unsaved }
}
