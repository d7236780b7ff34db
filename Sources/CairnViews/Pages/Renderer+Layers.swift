public import CairnTexts

/// The location of a layer's content in the buffer, before its chrome is added.
struct ContentRange {
  let start: Int
  /// The end of the content. The following bytes are the bar's items or an alert's message.
  let middle: Int
  let end: Int
  var isTop: Bool
}

extension Renderer {
  /// The state of an evaluation that a renderer can return to.
  private struct Mark {
    let count: Int
    let appearances: Int
    let levels: Int
  }

  /// Evaluates all layers of a page, beginning with `view`.
  ///
  /// `finish` is called for each layer when its content is complete, from the base to the top.
  mutating func layers<Root: View>(
    of view: Root, finish: (inout Renderer, _ index: Int, ContentRange) -> Void
  ) {
    // A page can be created while a handler or effect runs, but it must not inherit the environment of the handler.
    guard EnvironmentValues.current.isEmpty else {
      return EnvironmentValues.$current.withValue(EnvironmentValues()) {
        layers(of: view, finish: finish)
      }
    }
    let root = Presentation(kind: .screen, identity: Place.root, content: { _ in }, dismiss: {})
    var waiting = layer(root, index: 0, isCovered: false, finish) { Root._render(view, &$0) }
    var index = 1
    while let next = waiting.popLast() ?? state.takeOverlay() {
      let isCovered = !waiting.isEmpty || state.overlay != nil
      waiting += layer(next, index: index, isCovered: isCovered, finish, next.content)
      index += 1
    }
  }

  /// Evaluates one layer.
  /// - Returns: The layers that it presents, in reverse order. Alerts and dialogs come first, so that they're on top.
  private mutating func layer(
    _ presentation: Presentation,
    index: Int,
    isCovered: Bool,
    _ finish: (inout Renderer, Int, ContentRange) -> Void,
    _ content: (inout Renderer) -> Void
  ) -> [Presentation] {
    // A cover hides all layers below it.
    if presentation.kind == .cover {
      out.count = 0
      state.regions.forgetLayers()
    }
    // Only the handlers of the top layer are kept.
    state.taps.removeAll()
    state.fields.removeAll()
    state.files.removeAll()
    state.rows = RowNotes()
    let mark = Mark(
      count: out.count, appearances: state.appearances.count, levels: state.levels.count)
    var isCovered = isCovered
    let overlay = state.overlay
    var range = evaluate(presentation, isCovered: isCovered, content)
    if !isCovered, !state.presentations.isEmpty || state.overlay != nil {
      isCovered = true
      if isWriting, wroteLive, !state.keepsNames(of: presentation.identity) {
        // This layer isn't the top one after all, so write it again without names and values.
        out.count = mark.count
        state.appearances.removeLast(state.appearances.count - mark.appearances)
        state.levels.removeLast(state.levels.count - mark.levels)
        state.overlay = overlay
        range = evaluate(presentation, isCovered: true, content)
      }
    }
    range.isTop = !isCovered
    state.startOfTopLayer = mark.count
    let presented = state.presentations
    state.presentations = []
    finish(&self, index, range)
    return presented.filter(\.kind.isEphemeral).reversed()
      + presented.filter { !$0.kind.isEphemeral }.reversed()
  }

  private mutating func evaluate(
    _ presentation: Presentation, isCovered: Bool, _ content: (inout Renderer) -> Void
  ) -> ContentRange {
    let mode = flags
    let kind = presentation.kind
    state.layer = Layer(kind: kind, identity: presentation.identity)
    state.layer.title = presentation.title
    state.levels.append(
      Level(
        summary: LevelSummary(kind: kind, identity: presentation.identity, title: ""),
        dismiss: presentation.dismiss, isBarrier: presentation.isBarrier))
    state.presentations = []
    place = presentation.identity
    surrounding = .block
    buttonStyle = .automatic
    pickerStyle = .menu
    textInput = TextInput()
    wroteLive = false
    if isCovered { cover() }
    if kind.isEphemeral {
      flags.insert(.dismissing)
      state.dismissal = presentation.dismiss
    }
    let start = out.count
    state.regions.forget(from: start, depth: 0)
    state.beginShownParts(of: presentation.identity)
    host(content)
    if kind.isEphemeral { closeButtons() }
    let middle = out.count
    place = Place.mix(presentation.identity, 5)
    if kind.isEphemeral {
      surrounding = .inline
      presentation.message?(&self)
    } else {
      state.isInBar = true
      defer { state.isInBar = false }
      for entry in state.layer.toolbar {
        place = entry.place
        if entry.isDisabled { flags.insert(.disabled) }
        state.anchor = entry.anchor
        entry.content(&self)
        state.anchor = nil
        flags.remove(.disabled)
      }
    }
    state.levels[state.levels.count - 1].summary.title = state.layer.title
    state.dismissal = nil
    flags = mode
    return ContentRange(start: start, middle: middle, end: out.count, isTop: !isCovered)
  }

  /// Adds an OK button to an alert without buttons, and a Cancel button to a confirmation dialog without one.
  private mutating func closeButtons() {
    place = Place.mix(state.layer.identity, 6)
    if state.layer.kind == .alert {
      guard state.layer.firstButton == nil else { return }
      Button(state.texts[.ok]) {}.render(&self)
    } else if state.layer.cancelButton == nil {
      Button(state.texts[.cancel], role: .cancel) {}.render(&self)
    }
  }

  /// Evaluates content in which screens can be pushed, and shows only the topmost screen.
  mutating func host(_ content: (inout Renderer) -> Void) {
    let host = beginHost()
    content(&self)
    endHost(host)
  }

  /// Begins the evaluation of content in which screens can be pushed.
  @usableFromInline
  mutating func beginHost() -> ScreenHost {
    let host = ScreenHost(
      mode: flags, around: surrounding, start: out.count, depth: state.regions.depth,
      taps: state.taps.count, fields: state.fields.count, files: state.files.count,
      appearances: state.appearances.count, firstField: state.layer.firstField,
      declaredFocus: state.layer.declaredFocus, takesFiles: state.layer.takesFiles,
      pushed: state.pushed)
    state.pushed = nil
    return host
  }

  /// Ends the evaluation of content, and shows the topmost of the pushed screens instead if there are any.
  @usableFromInline
  mutating func endHost(_ host: ScreenHost) {
    while let screen = state.pushed {
      state.pushed = nil
      noteLink()
      out.count = host.start
      state.regions.forget(from: host.start, depth: host.depth)
      state.taps.removeLast(state.taps.count - host.taps)
      state.fields.removeLast(state.fields.count - host.fields)
      state.files.removeLast(state.files.count - host.files)
      state.appearances.removeLast(state.appearances.count - host.appearances)
      state.layer.firstField = host.firstField
      state.layer.takesFiles = host.takesFiles
      state.layer.declaredFocus = host.declaredFocus
      state.layer.isRefused = false
      state.rows = RowNotes()
      restore(host.mode)
      surrounding = host.around
      push(screen)
      place = screen.identity
      screen.content(&self)
      keepBack(from: screen)
    }
    state.pushed = host.pushed
    restore(host.mode)
  }

  /// Restores the flags that a hidden screen has changed.
  private mutating func restore(_ mode: Flags) {
    flags = mode
    if !state.presentations.isEmpty { cover() }
  }

  /// Records that the following content isn't in the top layer.
  private mutating func cover() {
    if isWriting, state.keepsNames(of: state.layer.identity) { return }
    flags.remove(.live)
  }

  /// Replaces the layer's bar with the bar of `screen`, including its Back button.
  private mutating func push(_ screen: Presentation) {
    let title = state.layer.title
    state.levels[state.levels.count - 1].summary.title = title
    state.levels.append(
      Level(
        summary: LevelSummary(kind: .pushed, identity: screen.identity, title: ""),
        dismiss: screen.dismiss))
    let id = Place.mix(screen.identity, 7)
    state.layer.back = Layer.Back(title: title, id: id)
    state.layer.title = ""
    state.layer.toolbar = []
    state.layer.backLink = nil
    state.layer.defaultAction = 0
  }

  /// Keeps the handler of a screen's Back button.
  ///
  /// This happens after the content is evaluated, because the screen may ask before the user leaves it.
  private mutating func keepBack(from screen: Presentation) {
    let id = Place.mix(screen.identity, 7)
    guard wants(id) else { return }
    place = screen.identity
    let level = state.levels.last { $0.summary.identity == screen.identity }
    keepTap(id, isWayBack: true, level?.attempt ?? screen.dismiss)
  }

  /// Records the presentation of a layer. From here on, the current layer isn't the top one.
  @usableFromInline
  mutating func present(_ presentation: Presentation) {
    state.presentations.append(withPlaceEnvironment(presentation))
    if mayStandAtRow(presentation.kind), let row = state.openerRows[presentation.identity] {
      state.anchorRow = row
    }
    cover()
    if presentation.kind == .cover { hide() }
  }

  /// Returns whether a layer can be attached to the row whose button presented it.
  ///
  /// A confirmation dialog is always attached. When the browser loads a page, rows behind sheets and alerts are
  /// marked too, so that the page can scroll to them.
  private func mayStandAtRow(_ kind: LayerKind) -> Bool {
    switch kind {
    case .confirmation: true
    case .sheet, .alert: state.isLoaded
    case .popover, .cover, .pushed, .screen: false
    }
  }

  /// Records the screen that replaces the content at this position. If there are several, the outermost one is used.
  @usableFromInline
  mutating func show(_ screen: Presentation) {
    if state.pushed == nil { state.pushed = withPlaceEnvironment(screen) }
    cover()
    hide()
  }

  private mutating func hide() {
    flags.remove(.writing)
    // A search for links includes hidden rows.
    if state.soughtPath == nil { flags.insert(.hidden) }
  }

  /// Keeps the handler of a wanted button.
  @usableFromInline
  mutating func keepTap(
    _ id: UInt64, isCancellation: Bool = false, isWayBack: Bool = false,
    isBackdrop: Bool = false, _ action: @escaping () -> Void
  ) {
    var action = withPlaceEnvironment(action)
    if flags.contains(.dismissing), let dismissal = state.dismissal {
      let own = action
      action = {
        own()
        dismissal()
      }
    }
    let handler = TapHandler(
      isDisabled: flags.contains(.disabled), isCancellation: isCancellation,
      isWayBack: isWayBack, isBackdrop: isBackdrop, action: action)
    state.taps.append((id, handler))
  }

  /// Keeps the handler of a wanted field.
  @usableFromInline
  mutating func keepField(
    _ id: UInt64, isReadable: Bool, isSecret: Bool = false, current: @escaping () -> String?,
    objection: @escaping (String) -> UserText? = { _ in nil },
    write: @escaping (String) -> FieldVerdict
  ) {
    var (current, objection, write) = (current, objection, write)
    if let values = state.environment {
      current = { [current] in EnvironmentValues.$current.withValue(values) { current() } }
      objection = { [objection] typed in
        EnvironmentValues.$current.withValue(values) { objection(typed) }
      }
      write = { [write] typed in
        EnvironmentValues.$current.withValue(values) { write(typed) }
      }
    }
    let handler = FieldHandler(
      isDisabled: flags.contains(.disabled), isReadable: isReadable,
      isSecret: isSecret, current: current, objection: objection, write: write)
    state.fields.append((id, handler))
  }

  /// Keeps the handler of a wanted file field.
  mutating func keepFiles(_ id: UInt64, take: @escaping ([UploadedFile]) -> FieldVerdict) {
    var take = take
    if let values = state.environment {
      take = { [take] files in
        EnvironmentValues.$current.withValue(values) { take(files) }
      }
    }
    state.files.append(
      (id, FileHandler(isDisabled: flags.contains(.disabled), take: take)))
  }
}
