import CairnBytes
import CairnHTTP
import CairnTexts
import CairnViews

/// The typed text of a scene that isn't in its state. Use this under the scene's lock.
struct SceneDrafts: Equatable {
  /// A submitted field that isn't on the page, for example because a guard hides it.
  struct Waiting: Equatable {
    /// The field as it was submitted.
    let field: SubmittedField
    /// The field's layer, or 0 as long as it isn't known.
    var layer: UInt64
    /// Whether to restore the text when the field appears again. Initially, that's only the case for edited fields.
    /// Other fields follow if they turn out to have a different value.
    var isRestored: Bool
    /// The message that's then shown below the field.
    var message: UserText?
    /// The owner of the session when the field was submitted, or `nil` if the session had no owner. The text isn't shown
    /// to other owners.
    var owner: String?
  }

  /// The maximum number of bytes.
  static let limit = 256 * 1024
  /// The number of bytes that each waiting field counts in addition to its texts. It limits the number of fields.
  private static let overhead = 64

  /// The texts that couldn't be applied, by the fields of one layer.
  private(set) var shown: [UInt64: Draft] = [:]
  /// The layer of these fields. If it's no longer on top, something other than a form has closed or covered it.
  private(set) var layer: UInt64 = 0
  /// The fields that aren't on the page, oldest first.
  private(set) var waiting: [Waiting] = []

  init() {}

  /// Creates drafts from a snapshot or another scene.
  init(shown: [UInt64: Draft] = [:], of layer: UInt64 = 0, waiting: [Waiting]) {
    self.shown = shown
    self.layer = layer
    self.waiting = waiting
  }

  /// The texts that a page shows in its fields.
  var ofPage: [UInt64: Draft] {
    guard !waiting.isEmpty else { return shown }
    var drafts = shown
    for waiting in waiting where waiting.isRestored {
      drafts[waiting.field.name.id] = Draft(typed: waiting.field.value, message: waiting.message)
    }
    return drafts
  }

  /// The texts of fields that aren't on the page, for a page without a scene.
  var carried: [(name: FieldName, text: String)] {
    waiting.filter(\.isRestored).map { ($0.field.name, $0.field.value) }
  }

  /// Whether a field on the page has text with a message that explains why it wasn't applied.
  var areRejected: Bool { shown.values.contains { $0.message != nil && !$0.typed.isEmpty } }

  private var size: Int {
    shown.values.reduce(0) { $0 + $1.typed.utf8.count + Self.size($1.message) }
      + waiting.reduce(0) { $0 + Self.size($1) }
  }

  /// Returns the size of a message. It counts because a message can contain text that other users typed.
  private static func size(_ message: UserText?) -> Int { message?.size ?? 0 }

  private static func size(_ waiting: Waiting) -> Int {
    waiting.field.value.utf8.count + size(waiting.message) + (waiting.owner?.utf8.count ?? 0)
      + overhead
  }

  // MARK: Fields on the page

  /// Returns whether other drafts have the same text in a field.
  func hasText(of others: SceneDrafts, in field: UInt64) -> Bool {
    guard let own = shown[field], let other = others.shown[field] else { return false }
    return own.typed.hasSameBytes(as: other.typed)
  }

  /// Sets the top layer.
  ///
  /// Text in fields of the previous top layer waits for them to appear again. An effect may have closed that layer, or
  /// covered it with an alert.
  mutating func setTopLayer(_ layer: UInt64) {
    guard layer != self.layer else { return }
    let typed = shown.filter { !$0.value.typed.isEmpty }
    shown = [:]
    // The values that the fields showed are no longer known.
    let fields = typed.map { id, draft in
      SubmittedField(name: FieldName(id: id, check: FieldCheck.hash(of: "")), value: draft.typed)
    }
    if !fields.isEmpty { _ = wait(for: fields, of: self.layer) }
    self.layer = layer
  }

  /// Keeps the text of a field. If that exceeds the limit, its text is discarded.
  mutating func keep(_ draft: Draft, for field: UInt64) {
    waiting.removeAll { $0.field.name.id == field }
    shown[field] = draft
    makeRoom()
    if size > Self.limit { shown[field]?.typed = "" }
  }

  /// Adds a message to a selection that's no longer available, because another field of its form has removed the
  /// option.
  mutating func judge(_ field: UInt64, by handler: FieldHandler) {
    guard let typed = shown[field]?.typed, let message = handler.objection(typed) else { return }
    shown[field]?.message = message
  }

  /// Discards the text of a field.
  mutating func forget(_ field: UInt64) {
    shown.removeValue(forKey: field)
    if !waiting.isEmpty { waiting.removeAll { $0.field.name.id == field } }
  }

  /// Discards the texts of the fields on the page, because their layer is no longer on top.
  mutating func forgetShown() {
    shown = [:]
  }

  /// Discards the texts of the fields on the page after a form of the layer was processed.
  ///
  /// In the meantime, another page may have sent other texts, and its user was told to submit again. These texts wait
  /// until their fields appear again.
  /// - Parameters:
  ///   - isCovered: Whether the layer still exists below another one. In that case, all unreadable texts wait.
  ///   - owner: The owner of the session, or `nil` if it has none.
  mutating func forgetShown(
    after form: SubmittedForm, of layer: UInt64, isCovered: Bool, owner: String? = nil
  ) {
    let others = form.fields.compactMap { field -> SubmittedField? in
      guard let typed = shown[field.name.id]?.typed,
        isCovered || !typed.hasSameBytes(as: field.value)
      else { return nil }
      return SubmittedField(name: field.name, value: typed)
    }
    shown = [:]
    if !others.isEmpty { _ = wait(for: others, of: layer, owner: owner) }
  }

  // MARK: Fields that aren't on the page

  /// Keeps the fields of a form until they appear on the page. If that exceeds the limit, the oldest fields are
  /// discarded.
  /// - Parameter owner: The owner of the session, or `nil` if it has none.
  /// - Returns: Whether all edited fields are kept.
  mutating func wait(
    for fields: [SubmittedField], of layer: UInt64, owner: String? = nil
  ) -> Bool {
    let ids = Set(fields.map(\.name.id))
    waiting.removeAll { ids.contains($0.field.name.id) }
    // If there isn't enough space, fields without edits are discarded first.
    for isEdited in [false, true] {
      for field in fields where field.isUntouched != isEdited {
        shown.removeValue(forKey: field.name.id)
        waiting.append(
          Waiting(field: field, layer: layer, isRestored: isEdited, owner: owner))
      }
    }
    makeRoom()
    let edited = fields.count { !$0.isUntouched }
    return waiting.suffix(edited).count { ids.contains($0.field.name.id) } == edited
  }

  private mutating func makeRoom() {
    var excess = size - Self.limit
    var oldest = 0
    while excess > 0, oldest < waiting.count {
      excess -= Self.size(waiting[oldest])
      oldest += 1
    }
    waiting.removeFirst(oldest)
  }

  /// Checks which waiting fields have appeared on the top layer.
  /// - Returns: Whether a text was restored to its field.
  mutating func meet(_ handlers: [UInt64: FieldHandler], on layer: UInt64 = 0) -> Bool {
    var isRestored = false
    waiting = waiting.compactMap { waiting in
      guard let handler = handlers[waiting.field.name.id], !handler.isDisabled,
        let current = handler.current()
      else { return waiting }
      let hash = FieldCheck.hash(of: current)
      // The field already has the text for another reason.
      if hash == FieldCheck.hash(of: waiting.field.value) { return nil }
      var waiting = waiting
      waiting.isRestored = true
      if waiting.layer == 0 { waiting.layer = layer }
      waiting.message =
        current.isEmpty || hash == waiting.field.name.check
        ? nil : waiting.field.difference(from: handler)
      isRestored = true
      return waiting
    }
    return isRestored
  }

  /// Discards the waiting fields of all other owners of the session.
  mutating func forgetWaiting(exceptOf owner: String) {
    waiting.removeAll { $0.owner != nil && $0.owner != owner }
  }

  /// Discards the waiting fields of some layers.
  mutating func forgetWaiting(of layers: some Sequence<UInt64>) {
    guard !waiting.isEmpty else { return }
    let layers = Set(layers)
    waiting.removeAll { layers.contains($0.layer) }
  }
}
