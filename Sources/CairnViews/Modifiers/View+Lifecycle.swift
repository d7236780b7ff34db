/// Work for as long as the view inside is shown.
public struct _AppearanceModifier: _PrimitiveModifier {
  @usableFromInline let id: UInt64
  @usableFromInline let work: Appearance.Work
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  @inlinable
  init(_ id: UInt64, _ work: Appearance.Work, fileID: StaticString, line: UInt) {
    self.id = id
    self.work = work
    self.fileID = fileID
    self.line = line
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    renderer.note(
      Appearance(
        identity: Place.mix(place, modifier.id), work: modifier.work, fileID: modifier.fileID,
        line: modifier.line))
    renderer.place = Place.mix(place, 25)
    Content._render(content, &renderer)
    renderer.place = place
  }
}

extension Renderer {
  /// Records work of a view that is shown.
  @usableFromInline
  mutating func note(_ appearance: Appearance) {
    state.appearances.append(
      Appearance(
        identity: appearance.identity, work: withPlaceEnvironment(appearance.work),
        fileID: appearance.fileID, line: appearance.line))
  }
}

extension View {
  /// Begins `action` when the view appears, and cancels it when the view is gone.
  ///
  /// A screen over which another is pushed is gone. One under a sheet or a cover is not, but the rows of a ``ForEach``
  /// under a cover are. `action` is not `Sendable`: it runs where the view was evaluated, under its scene's lock, with what it calls that
  /// no actor isolates. What computes for long belongs into an effect, or into a task of its own.
  ///
  /// A page waits a moment for what `action` loads, but not for what it waits for in `whileSettled` or
  /// on a clock of the dependencies.
  @inlinable
  public consuming func task(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(26, .task(action), fileID: fileID, line: line))
  }

  /// Begins `action` when the view appears and whenever `id` changes; what ran before is
  /// cancelled.
  @inlinable
  public consuming func task<ID: Hashable>(
    id: ID, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(
      self,
      _AppearanceModifier(
        Place.mix(27, StableHash.of(id)), .task(action), fileID: fileID, line: line))
  }

  /// Begins `action` when the view appears in a browser whose script listens, and cancels it when the view is gone, or
  /// nobody listens any more.
  ///
  /// For what watches others: a database, a chat. Whoever only looks at a page, or has no script, is shown what is so at
  /// that moment, and nothing is begun for it.
  @inlinable
  public consuming func liveTask(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(29, .liveTask(action), fileID: fileID, line: line))
  }

  /// Runs `action` once when the view appears.
  @inlinable
  public consuming func onAppear(
    fileID: StaticString = #fileID, line: UInt = #line, perform action: @escaping () -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(28, .appear(action), fileID: fileID, line: line))
  }
}
