import CairnBytes
import CairnHTTP
import CairnViews

/// What was typed in a scene and is not in its state. Used under the scene's lock.
struct SceneDrafts: Equatable {
  /// A field that was typed into and is not there, because a guard hides its page.
  struct Waiting: Equatable {
    /// The field as it was submitted.
    let field: SubmittedField
    /// The layer that had it.
    let layer: UInt64
    /// Whether it is put into the field where that is there again. What nobody had edited is, where
    /// the field is found to have lost it.
    var isOffered: Bool
    /// What is said beside the field then.
    var message: String?
  }

  /// The most that is kept, in bytes.
  static let limit = 256 * 1024
  /// What a waiting field takes beside its text, so that their number is limited too.
  private static let overhead = 64

  /// What could not be applied, for fields of one layer.
  private(set) var shown: [UInt64: Draft] = [:]
  /// The layer of those fields. If it isn't on top any more, something else than a form has closed or covered it.
  private(set) var layer: UInt64 = 0
  /// What waits for its field to be there again, the oldest first.
  private(set) var waiting: [Waiting] = []

  init() {}

  /// Drafts that were stored, or that another scene hands on.
  init(shown: [UInt64: Draft] = [:], of layer: UInt64 = 0, waiting: [Waiting]) {
    self.shown = shown
    self.layer = layer
    self.waiting = waiting
  }

  /// What a page shows in the fields that it has.
  var ofPage: [UInt64: Draft] {
    guard !waiting.isEmpty else { return shown }
    var drafts = shown
    for waiting in waiting where waiting.isOffered {
      drafts[waiting.field.name.id] = Draft(typed: waiting.field.value, message: waiting.message)
    }
    return drafts
  }

  private var size: Int {
    shown.values.reduce(0) { $0 + $1.typed.utf8.count + Self.size($1.message) }
      + waiting.reduce(0) { $0 + Self.size($1) }
  }

  /// What is said beside a field may repeat what others have typed.
  private static func size(_ message: String?) -> Int { message?.utf8.count ?? 0 }

  private static func size(_ waiting: Waiting) -> Int {
    waiting.field.value.utf8.count + size(waiting.message) + overhead
  }

  // MARK: Fields that are there

  /// Whether the same was typed into a field as others say.
  func hasText(of others: SceneDrafts, in field: UInt64) -> Bool {
    guard let own = shown[field], let other = others.shown[field] else { return false }
    return own.typed.hasSameBytes(as: other.typed)
  }

  /// Notes which layer is on top. Text that was typed into fields of another layer waits for them, as an effect may have closed
  /// that layer, or covered it with an alert.
  mutating func setTopLayer(_ layer: UInt64) {
    guard layer != self.layer else { return }
    let typed = shown.filter { !$0.value.typed.isEmpty }
    shown = [:]
    // What the fields showed is no longer known.
    let fields = typed.map { id, draft in
      SubmittedField(name: FieldName(id: id, check: FieldCheck.hash(of: "")), value: draft.typed)
    }
    if !fields.isEmpty { _ = wait(for: fields, of: self.layer) }
    self.layer = layer
  }

  /// Keeps what was typed into a field; without its text where that would be too much.
  mutating func keep(_ draft: Draft, for field: UInt64) {
    waiting.removeAll { $0.field.name.id == field }
    shown[field] = draft
    makeRoom()
    if size > Self.limit { shown[field]?.typed = "" }
  }

  /// Says of what was chosen that it is not offered any more, where another field of its form has taken it away.
  mutating func judge(_ field: UInt64, by handler: FieldHandler) {
    guard let typed = shown[field]?.typed, let message = handler.objection(typed) else { return }
    shown[field]?.message = message
  }

  /// Forgets what was typed into a field.
  mutating func forget(_ field: UInt64) {
    shown.removeValue(forKey: field)
    if !waiting.isEmpty { waiting.removeAll { $0.field.name.id == field } }
  }

  /// Forgets what was typed into fields that were there: their layer is not on top any more.
  mutating func forgetShown() {
    shown = [:]
  }

  /// The same after a form of the layer was worked on. What another page has sent of it meanwhile, and
  /// was told to send again, waits for the fields to be there.
  /// - Parameter isCovered: Whether the layer is there, under another one: then all that could not be read waits.
  mutating func forgetShown(after form: SubmittedForm, of layer: UInt64, isCovered: Bool) {
    let others = form.fields.compactMap { field -> SubmittedField? in
      guard let typed = shown[field.name.id]?.typed,
        isCovered || !typed.hasSameBytes(as: field.value)
      else { return nil }
      return SubmittedField(name: field.name, value: typed)
    }
    shown = [:]
    if !others.isEmpty { _ = wait(for: others, of: layer) }
  }

  // MARK: Fields that are not there

  /// Keeps the fields of a form that are not there until they are; without the oldest where that would
  /// be too much.
  /// - Returns: Whether all that was typed is kept.
  mutating func wait(for fields: [SubmittedField], of layer: UInt64) -> Bool {
    let fields = fields.filter { !$0.isSecret }
    let ids = Set(fields.map(\.name.id))
    waiting.removeAll { ids.contains($0.field.name.id) }
    // What nobody edited goes first where there is no room.
    for isEdited in [false, true] {
      for field in fields where field.isUntouched != isEdited {
        shown.removeValue(forKey: field.name.id)
        waiting.append(Waiting(field: field, layer: layer, isOffered: isEdited))
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

  /// Looks which of the fields are there again.
  /// - Parameter handlers: The fields that are there.
  /// - Returns: Whether something that was typed is in its field again.
  mutating func meet(_ handlers: [UInt64: FieldHandler]) -> Bool {
    var isOffered = false
    waiting = waiting.compactMap { waiting in
      guard let handler = handlers[waiting.field.name.id], !handler.isDisabled,
        let current = handler.current()
      else { return waiting }
      let hash = FieldCheck.hash(of: current)
      // It has come there some other way.
      if hash == FieldCheck.hash(of: waiting.field.value) { return nil }
      var waiting = waiting
      waiting.isOffered = true
      waiting.message =
        current.isEmpty || hash == waiting.field.name.check
        ? nil : waiting.field.difference(from: handler)
      isOffered = true
      return waiting
    }
    return isOffered
  }

  /// Forgets what waits for fields of some layers.
  mutating func forgetWaiting(of layers: some Sequence<UInt64>) {
    guard !waiting.isEmpty else { return }
    let layers = Set(layers)
    waiting.removeAll { layers.contains($0.layer) }
  }
}
