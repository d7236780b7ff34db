extension Inventory.State {
  /// The form for a new item or for a copy of one, with what was entered before its timer closed it.
  func form(duplicating item: Item? = nil) -> ItemForm.State {
    var form = item.map { ItemForm.State(duplicating: $0) } ?? ItemForm.State()
    if let draft = drafts[form.source] { form.resume(draft) }
    return form
  }

  /// Keeps what was entered into a form that its timer closes, and forgets it where its user leaves.
  mutating func keepDraft(of form: ItemForm.State) {
    let isWanted = form.secondsLeft == 0 && form.item != form.original
    drafts[form.source] = isWanted ? form.item : nil
  }
}

extension ItemForm.State {
  /// The item that this one is a copy of, or what stands for none.
  var source: Item.ID { sourceID ?? Item.unsaved }
}
