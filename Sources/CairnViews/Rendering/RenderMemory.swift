import CairnFeatures

/// What the views of a scene have written that can be compared with others: where neither they nor what they
/// have read is another, they are not evaluated again.
///
/// Of a view with rows the rows' hashes are enough where a browser shows them as they are: no page is written for
/// it, but what makes one of the other. So a list is remembered with some bytes a row.
///
/// It is used under the scene's lock.
package final class RenderMemory {
  /// Where a view stands, and as what.
  struct Key: Hashable {
    let place: UInt64
    let view: ObjectIdentifier
    /// What is true there, whether the page is written or its handlers are collected.
    let flags: UInt16
  }

  /// Whether anything is remembered: only where all that views read is known.
  package var isOn: Bool
  /// The most bytes that are kept; and of markup with its rows, which is much, and of less use.
  private let limit: Int
  private let markupLimit = 256 * 1024
  private var entries: [Key: Remembered] = [:]
  /// How many bytes are kept, about.
  package private(set) var size = 0
  private var page: UInt64 = 0
  /// The entries that are used inside of what is evaluated; one list for each view around.
  private var open: [[Remembered]] = []
  /// The evaluation of the view that is being evaluated; 0 where none is that could be taken up again.
  private(set) var evaluation: UInt64 = 0
  private var evaluations: UInt64 = 0
  /// Whether what is being evaluated is as it was when it was remembered.
  private(set) var isRepeated = false

  package init(isOn: Bool = false, limit: Int = 4 * 1024 * 1024) {
    self.isOn = isOn
    self.limit = limit
  }

  /// How many views are remembered, rows of a collection aside.
  package var count: Int { entries.count }

  /// Forgets everything: what views show may depend on something else.
  package func removeAll() {
    entries = [:]
    size = 0
  }

  /// Begins a page.
  func beginPage() { page += 1 }

  /// Ends a page: what was not on it is forgotten.
  func endPage() {
    for (key, entry) in entries where entry.page != page {
      size -= entry.size
      entries[key] = nil
    }
  }

  /// What is remembered there, whether it is right or not.
  func entry(_ key: Key) -> Remembered? { entries[key] }

  /// Notes that what is remembered was used for the page that is being written, or for its handlers.
  func use(_ entry: Remembered) {
    if !open.isEmpty { open[open.count - 1].append(entry) }
    entry.use(for: page)
  }

  /// The number of an evaluation that was not there before.
  func nextEvaluation() -> UInt64 {
    evaluations += 1
    return evaluations
  }

  /// Evaluates a view as a part of an evaluation.
  /// - Parameter isRepeated: Whether the view is as it was when it was remembered.
  func during<Result>(_ evaluation: UInt64, isRepeated: Bool, _ body: () -> Result) -> Result {
    let outer = (self.evaluation, self.isRepeated)
    (self.evaluation, self.isRepeated) = (evaluation, isRepeated)
    defer { (self.evaluation, self.isRepeated) = outer }
    return body()
  }

  /// Begins to evaluate a view.
  func begin() { open.append([]) }

  /// Ends that; keeps what was written, where it can be.
  /// - Parameters:
  ///   - size: How many bytes that takes; nil where nothing can be kept.
  ///   - isMarkup: Whether that is markup with its rows.
  ///   - make: Makes what is kept, of what was used inside.
  func end(_ key: Key, size: Int?, isMarkup: Bool, _ make: (_ inner: [Remembered]) -> Remembered) {
    let inner = open.popLast() ?? []
    guard let size, hasRoom(for: size, at: key, isMarkup: isMarkup) else {
      forget(key)
      // What is inside can be used by itself.
      if !open.isEmpty { open[open.count - 1] += inner }
      return
    }
    keep(make(inner), of: size, at: key)
  }

  /// Whether so many bytes can be kept in place of what is remembered there.
  func hasRoom(for size: Int, at key: Key, isMarkup: Bool = false) -> Bool {
    self.size - (entries[key]?.size ?? 0) + size <= min(limit, isMarkup ? markupLimit : limit)
  }

  /// Remembers something for as long as it is on the page.
  func keep(_ entry: Remembered, of size: Int, at key: Key) {
    forget(key)
    entry.size = size
    entry.page = page
    entries[key] = entry
    self.size += size
    if !open.isEmpty { open[open.count - 1].append(entry) }
  }

  private func forget(_ key: Key) {
    if let old = entries.removeValue(forKey: key) { size -= old.size }
  }
}

/// What is remembered of a place.
@usableFromInline
class Remembered {
  /// What was remembered inside.
  private let inner: [Remembered]
  fileprivate(set) var size = 0
  /// The page for which it was used last.
  fileprivate(set) var page: UInt64 = 0

  init(inner: [Remembered] = []) { self.inner = inner }

  fileprivate func use(for page: UInt64) {
    guard self.page != page else { return }
    self.page = page
    for markup in inner { markup.use(for: page) }
  }

  /// Evaluates the rows in which a wanted control may be; answers whether there are rows at all.
  func lookIntoRows(_ renderer: inout Renderer) -> Bool {
    inner.reduce(false) { $1.lookIntoRows(&renderer) || $0 }
  }
}

/// What a view has written, and what was so when it did.
class RememberedMarkup: Remembered {
  let surroundings: Surroundings
  let reads: ViewReads
  /// The markup; where `isOutline`, only what is around its parts.
  let bytes: [UInt8]
  let isOutline: Bool
  let marks: LayerMarks
  /// The rows and fields in it; where `isOutline`, each with its hash, and where it stood.
  let parts: [RegionNotes.Part]
  /// The bits of each id in it.
  let ids: UInt64

  init(
    _ surroundings: Surroundings, _ reads: ViewReads, _ bytes: [UInt8], isOutline: Bool,
    _ marks: LayerMarks, parts: [RegionNotes.Part], ids: UInt64, inner: [Remembered]
  ) {
    self.parts = parts
    self.ids = ids
    self.surroundings = surroundings
    self.reads = reads
    self.bytes = bytes
    self.isOutline = isOutline
    self.marks = marks
    super.init(inner: inner)
  }
}

/// The same, of a view of a type.
final class MarkupOf<Content: View & Equatable>: RememberedMarkup {
  /// A view that was evaluated for its handlers, and not written yet.
  struct Glance {
    let view: Content
    let reads: ViewReads
    let evaluation: UInt64
  }

  let view: Content
  /// What was seen there last, where it is another view than this one.
  var glance: Glance?

  /// The evaluation of a view that was seen there, where it would be the same now.
  func evaluation(of view: Content) -> UInt64? {
    guard let glance, glance.view == view, !glance.reads.haveChanged else { return nil }
    return glance.evaluation
  }

  init(
    _ view: Content, _ surroundings: Surroundings, _ reads: ViewReads, _ bytes: [UInt8],
    isOutline: Bool, _ marks: LayerMarks, parts: [RegionNotes.Part], ids: UInt64,
    inner: [Remembered]
  ) {
    self.view = view
    super.init(
      surroundings, reads, bytes, isOutline: isOutline, marks, parts: parts, ids: ids, inner: inner)
  }
}

/// What a view's markup depends on besides the view.
struct Surroundings: Equatable {
  /// Whether controls have names: that is known of handlers only where the page is written.
  var isLive: Bool
  let surrounding: Surrounding
  let buttonStyle: ButtonStyle
  let pickerStyle: PickerStyle
  let textInput: TextInput
}

/// What a view says of its layer besides its markup.
struct LayerMarks: Equatable {
  var firstField: UInt64?
  var takesFiles = false
  var isRefused = false
  /// Whether a control was written that is only right in the top layer.
  var wroteLive = false
}

extension View where Self: Equatable {
  /// Writes what an equal view has written here before, where nothing has changed that it has read.
  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.enter(Self.self) else { return }
    defer { renderer.leave() }
    // Here the type is known: its body is compiled for it.
    renderer.renderRemembered(view) { Body._render(view.body, &$0) }
  }

  @inlinable
  public static var _isComparable: Bool { true }

  @inlinable
  public static func _isEqual(_ view: Self, _ other: Self) -> Bool { view == other }
}

extension Renderer {
  /// Evaluates a view, and notes what is read meanwhile, for the modifiers in its body.
  @usableFromInline
  mutating func renderTracked(_ renderBody: (inout Renderer) -> Void) {
    let span = ViewReads.begin()
    renderBody(&self)
    _ = span.end()
  }

  /// Writes what an equal view has written here before, or else evaluates the view.
  @usableFromInline
  mutating func renderRemembered<Content: View & Equatable>(
    _ view: Content, _ renderBody: (inout Renderer) -> Void
  ) {
    guard let memory = state.memory, memory.isOn, mayRemember else {
      return renderBody(&self)
    }
    let key = key(of: Content.self)
    var surroundings = surroundings
    // The key has the view's type.
    let markup = memory.entry(key).map { unsafeDowncast($0, to: MarkupOf<Content>.self) }
    var isSame = false
    if let markup {
      if !isWriting { surroundings.isLive = markup.surroundings.isLive }
      isSame =
        markup.view == view && markup.surroundings == surroundings && !markup.reads.haveChanged
      if isSame, use(markup) {
        memory.use(markup)
        // Who evaluates around has read it too.
        ViewReads.current?.add(markup.reads)
        return
      }
    }
    guard state.rowWithMemory != place else { return renderBody(&self) }
    let evaluation = markup?.evaluation(of: view) ?? memory.nextEvaluation()
    memory.during(evaluation, isRepeated: isSame) {
      if isSame, isWriting, let markup, holdsAnchor(markup) {
        // It is right again when nothing stands at its row any more.
        renderBody(&self)
        return memory.use(markup)
      }
      guard !isWriting else { return evaluate(view, key, surroundings, memory, renderBody) }
      let span = ViewReads.begin()
      renderBody(&self)
      let reads = span.end()
      // It is written soon: what was found out of its rows is right then too.
      markup?.glance = .init(view: view, reads: reads, evaluation: evaluation)
    }
  }

  func key(of view: Any.Type) -> RenderMemory.Key {
    RenderMemory.Key(
      place: place, view: ObjectIdentifier(view),
      flags: flags.subtracting([.writing, .collecting, .live]).rawValue)
  }

  var surroundings: Surroundings {
    get {
      Surroundings(
        isLive: flags.contains(.live), surrounding: surrounding, buttonStyle: buttonStyle,
        pickerStyle: pickerStyle, textInput: textInput)
    }
    // Whether controls have names is for the layer to say.
    set {
      (surrounding, buttonStyle) = (newValue.surrounding, newValue.buttonStyle)
      (pickerStyle, textInput) = (newValue.pickerStyle, newValue.textInput)
    }
  }

  /// Does what a view did that is remembered; answers false where that is not enough here.
  private mutating func use(_ markup: RememberedMarkup) -> Bool {
    guard isWriting else {
      if !mayHoldWanted(markup.ids), markup.surroundings.isLive || !flags.contains(.live) {
        return true
      }
      // A wanted control may be in it, or one whose id has the same bit.
      guard state.leavesOut else { return false }
      if state.looksIntoRows, !markup.lookIntoRows(&self) { return false }
      state.hasLeftOut = true
      return true
    }
    if holdsAnchor(markup) { return false }
    if markup.isOutline {
      guard mayLeaveOut, isShown(markup.parts), mayLeaveOutSought(of: markup.parts) else {
        return false
      }
    }
    let start = out.count
    state.regions.add(markup.parts.map { $0.shifted(by: start) })
    out.append(markup.bytes)
    writtenMask |= markup.ids
    note(markup.marks)
    return true
  }

  /// Whether a dialog is to stand at one of the rows.
  private func holdsAnchor(_ markup: RememberedMarkup) -> Bool {
    holdsAnchor(markup.ids)
      || state.anchorRow != 0 && markup.parts.contains { $0.id == state.anchorRow }
  }

  /// Whether parts can be left out that are as the browser shows them, though what has the focus is looked for in
  /// what is written.
  private mutating func mayLeaveOutSought(of parts: [RegionNotes.Part]) -> Bool {
    guard soughtControl != 0 else { return true }
    guard rowOfSoughtControl != 0 else { return parts.count > 1 }
    if parts.contains(where: { $0.id == rowOfSoughtControl }) {
      state.hasLeftOutSought = true
      return true
    }
    // Where its row is gone, those beside it are asked for their buttons.
    return !parts.contains { $0.id == soughtRow || $0.id == soughtRowBefore }
  }

  /// Evaluates a view, and keeps what it has written where that is all that it did.
  private mutating func evaluate<Content: View & Equatable>(
    _ view: Content, _ key: RenderMemory.Key, _ surroundings: Surroundings,
    _ memory: RenderMemory, _ renderBody: (inout Renderer) -> Void
  ) {
    let (start, before, marksBefore) = (out.count, trace, takeMarks())
    let partsBefore = state.regions.count
    let idsBefore = writtenMask
    writtenMask = 0
    memory.begin()
    let span = ViewReads.begin()
    renderBody(&self)
    let reads = span.end()
    let ids = writtenMask
    writtenMask |= idsBefore
    let marks = takeMarks()
    note(marksBefore)
    note(marks)
    let parts = state.regions.parts(from: partsBefore)
    let isOutline = state.shown != nil && state.regionKey != nil && !parts.isEmpty
    let isAll =
      trace == before && !(isOutline && state.isInBar)
      && (isOutline || !parts.contains(where: \.isLeftOut))
    let markup =
      isOutline ? parts.reduce(out.count - start) { $0 - $1.range.count } : out.count - start
    let size = markup + MemoryLayout<RegionNotes.Part>.stride * parts.count + 256
    memory.end(key, size: isAll ? size : nil, isMarkup: !isOutline) { inner in
      let (bytes, kept) = isOutline ? outline(from: start, parts) : copy(from: start, parts)
      return MarkupOf(
        view, surroundings, reads, bytes, isOutline: isOutline, marks, parts: kept, ids: ids,
        inner: inner)
    }
  }

  /// What was written from an offset on, with its parts.
  private func copy(
    from start: Int, _ parts: ArraySlice<RegionNotes.Part>
  ) -> (bytes: [UInt8], parts: [RegionNotes.Part]) {
    // With their hashes, so that pages on which they are again needn't hash them.
    (
      Array(out.bytes[start...]),
      parts.map { $0.shifted(by: -start, hash: hash(of: $0)) }
    )
  }

  /// The same without the markup of the parts.
  private func outline(
    from start: Int, _ parts: ArraySlice<RegionNotes.Part>
  ) -> (bytes: [UInt8], parts: [RegionNotes.Part]) {
    var bytes: [UInt8] = []
    var offset = start
    let kept = parts.map { part in
      if offset < part.range.lowerBound { bytes += out.bytes[offset..<part.range.lowerBound] }
      offset = part.range.upperBound
      return RegionNotes.Part(
        id: part.id, range: bytes.count..<bytes.count, hash: hash(of: part))
    }
    bytes += out.bytes[offset...]
    return (bytes, kept)
  }

  /// Whether what a view writes here depends on the view, on what it reads, and on its surroundings alone.
  var mayRemember: Bool {
    state.drafts.isEmpty && state.environment == nil
      && classes.count == 0 && attributes.count == 0 && state.validationMessage == nil
      && state.anchor == nil && mayRememberRows
  }

  /// The same of what stands in rows of their own.
  var mayRememberRows: Bool {
    state.drafts.isEmpty && state.environment == nil && state.dismissal == nil
      && flags.isDisjoint(with: [.defaultAction, .defaultFocus])
      && [.block, .rows, .sections, .form, .inline].contains(surrounding)
  }

  /// What views change besides the markup.
  var trace: Trace {
    Trace(
      flags: flags.rawValue, surrounding: surrounding, appearances: state.appearances.count,
      levels: state.levels.count, presentations: state.presentations.count,
      isPushed: state.pushed != nil, title: state.layer.title, toolbar: state.layer.toolbar.count,
      back: state.layer.back?.id, defaultAction: state.layer.defaultAction,
      declaredFocus: state.layer.declaredFocus,
      isDismissable: state.layer.isDismissable, asks: state.levels.last?.attempt != nil,
      classes: classes.count,
      attributes: attributes.count,
      isAnchorSought: state.anchor != nil || state.anchorRow != 0)
  }

  struct Trace: Equatable {
    let flags: UInt16
    let surrounding: Surrounding
    let appearances, levels, presentations: Int
    let isPushed: Bool
    let title: String
    let toolbar: Int
    let back: UInt64?
    let defaultAction: UInt64
    let declaredFocus: UInt64?
    let isDismissable, asks: Bool
    let classes, attributes: Int
    /// Whether something is yet to come at which a popover or a dialog stands.
    var isAnchorSought: Bool
  }

  mutating func takeMarks() -> LayerMarks {
    let marks = LayerMarks(
      firstField: state.layer.firstField, takesFiles: state.layer.takesFiles,
      isRefused: state.layer.isRefused, wroteLive: wroteLive)
    state.layer.firstField = nil
    state.layer.takesFiles = false
    state.layer.isRefused = false
    wroteLive = false
    return marks
  }

  mutating func note(_ marks: LayerMarks) {
    if state.layer.firstField == nil { state.layer.firstField = marks.firstField }
    if marks.takesFiles { state.layer.takesFiles = true }
    if marks.isRefused { state.layer.isRefused = true }
    if marks.wroteLive { wroteLive = true }
  }
}
