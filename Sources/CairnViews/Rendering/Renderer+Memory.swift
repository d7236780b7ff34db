import CairnFeatures

extension View where Self: Equatable {
  /// Renders the view, or reuses the markup of an equal view if the data that it read is unchanged.
  @inlinable
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.enter(Self.self) else { return }
    defer { renderer.leave() }
    // The body is compiled for the concrete type, which is known here.
    renderer.renderRemembered(view) { Body._render(view.body, &$0) }
  }

  @inlinable
  public static var _isComparable: Bool { true }

  @inlinable
  public static func _isEqual(_ view: Self, _ other: Self) -> Bool { view == other }
}

extension Renderer {
  /// Evaluates a view and records its reads, for the modifiers in its body.
  @usableFromInline
  mutating func renderTracked(_ renderBody: (inout Renderer) -> Void) {
    let span = ViewReads.begin()
    renderBody(&self)
    _ = span.end()
  }

  /// Reuses the markup of an equal view at this place, or evaluates the view.
  @usableFromInline
  mutating func renderRemembered<Content: View & Equatable>(
    _ view: Content, _ renderBody: (inout Renderer) -> Void
  ) {
    guard let memory = state.memory, memory.isOn, mayRemember else {
      return renderBody(&self)
    }
    let key = key(of: Content.self)
    var surroundings = surroundings
    // The key includes the view's type.
    let markup = memory.entry(key).map { unsafeDowncast($0, to: MarkupOf<Content>.self) }
    var isSame = false
    if let markup {
      if !isWriting { surroundings.isLive = markup.surroundings.isLive }
      isSame =
        markup.view == view && markup.surroundings == surroundings && !markup.reads.haveChanged
      if isSame, use(markup) {
        memory.use(markup)
        // The enclosing evaluation depends on these reads too.
        ViewReads.current?.add(markup.reads)
        return
      }
    }
    guard state.rowWithMemory != place else { return renderBody(&self) }
    let evaluation = markup?.evaluation(of: view) ?? memory.nextEvaluation()
    memory.during(evaluation, isRepeated: isSame) {
      if isSame, isWriting, let markup, holdsAnchor(markup) {
        // The entry becomes valid again when the layer at its row is dismissed.
        renderBody(&self)
        return memory.use(markup)
      }
      guard !isWriting else { return evaluate(view, key, surroundings, memory, renderBody) }
      let span = ViewReads.begin()
      renderBody(&self)
      let reads = span.end()
      // The view will be written soon. The results for its rows are still valid then.
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
    // Only the layer determines whether controls have names.
    set {
      (surrounding, buttonStyle) = (newValue.surrounding, newValue.buttonStyle)
      (pickerStyle, textInput) = (newValue.pickerStyle, newValue.textInput)
    }
  }

  /// Repeats the effects of a remembered view, and returns false if the memory isn't sufficient here.
  private mutating func use(_ markup: RememberedMarkup) -> Bool {
    guard isWriting else {
      if !mayHoldWanted(markup.ids), markup.surroundings.isLive || !flags.contains(.live) {
        return true
      }
      // The view may contain a wanted control, or a control whose ID has the same bits.
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

  /// Returns whether a layer is attached to one of the rows.
  private func holdsAnchor(_ markup: RememberedMarkup) -> Bool {
    holdsAnchor(markup.ids)
      || state.anchorRow != 0 && markup.parts.contains { $0.id == state.anchorRow }
  }

  /// Returns whether parts that the browser already shows can be omitted, although the focus is searched for in the
  /// written markup.
  private mutating func mayLeaveOutSought(of parts: [RegionNotes.Part]) -> Bool {
    guard soughtControl != 0 else { return true }
    guard rowOfSoughtControl != 0 else { return parts.count > 1 }
    if parts.contains(where: { $0.id == rowOfSoughtControl }) {
      state.hasLeftOutSought = true
      return true
    }
    // If the button's row is gone, the adjacent rows must be written, because their buttons are candidates for the
    // focus.
    return !parts.contains { isSought($0.id) }
  }

  /// Evaluates a view, and stores its output if the view did nothing other than write markup.
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

  /// Returns the markup from an offset, with its parts.
  private func copy(
    from start: Int, _ parts: ArraySlice<RegionNotes.Part>
  ) -> (bytes: [UInt8], parts: [RegionNotes.Part]) {
    // The hashes are stored, so that later pages don't have to compute them.
    (
      Array(out.bytes[start...]),
      parts.map { $0.shifted(by: -start, hash: hash(of: $0)) }
    )
  }

  /// Returns the markup from an offset without the markup of its parts, and the parts.
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

  /// Whether the output of a view depends only on the view, on the data that it reads, and on its surroundings.
  var mayRemember: Bool {
    state.drafts.isEmpty && state.environment == nil
      && classes.count == 0 && attributes.count == 0 && state.validationMessage == nil
      && state.anchor == nil && mayRememberRows
  }

  /// Whether the output of views in their own rows depends only on the views, on the data that they read, and on
  /// their surroundings.
  var mayRememberRows: Bool {
    state.drafts.isEmpty && state.environment == nil && state.dismissal == nil
      && flags.isDisjoint(with: [.defaultAction, .defaultFocus])
      && [.block, .rows, .sections, .form, .inline].contains(surrounding)
  }

  /// The state that a view can change, other than the markup.
  var trace: Trace {
    Trace(
      guards: state.guards, flags: flags.rawValue, surrounding: surrounding,
      appearances: state.appearances.count,
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
    /// The number of evaluated guards. Their result depends on the session, so it isn't remembered.
    let guards: Int
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
    /// Whether a view to which a popover or dialog is attached is still to be written.
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
