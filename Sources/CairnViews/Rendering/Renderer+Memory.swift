import CairnFeatures

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
