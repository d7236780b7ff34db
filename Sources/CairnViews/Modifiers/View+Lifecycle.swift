/// A modifier that runs work while a view is visible.
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
  /// Records the work of a visible view.
  @usableFromInline
  mutating func note(_ appearance: Appearance) {
    // Views below the overlay of a guard don't start work.
    guard state.overlay == nil else { return }
    state.appearances.append(
      Appearance(
        identity: appearance.identity, work: withPlaceEnvironment(appearance.work),
        fileID: appearance.fileID, line: appearance.line))
  }
}

extension View {
  /// Runs `action` when the view appears, and cancels it when the view disappears.
  ///
  /// A screen disappears when another screen is pushed onto it. It doesn't disappear when a sheet or cover is
  /// presented, except for the rows of a ``ForEach`` under a cover.
  ///
  /// `action` isn't `Sendable`. Like the nonisolated functions that it calls, it runs under the scene's lock, where
  /// the view was evaluated. Move long computations to an effect or a separate task.
  ///
  /// The page waits briefly for `action`. It doesn't wait for work in `withoutBlockingResponse`, or for a clock from the
  /// dependencies.
  @inlinable
  public consuming func task(
    fileID: StaticString = #fileID, line: UInt = #line,
    _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(26, .task(action), fileID: fileID, line: line))
  }

  /// Runs `action` when the view appears and whenever `id` changes.
  ///
  /// When `id` changes, the previous run is canceled.
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

  /// Runs `action` while the view is visible and `condition` is true.
  ///
  /// With ``ViewTaskCondition/connected``, the action runs while the browser receives updates through the page's script.
  ///
  /// The action is canceled when the view disappears or the browser stops listening. Use it to observe external
  /// changes, such as in a database or chat. Requests that only load the page, and browsers without the script, don't
  /// start the action. They show the current state.
  @inlinable
  public consuming func task(
    while condition: ViewTaskCondition, fileID: StaticString = #fileID, line: UInt = #line,
    _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(29, .connectedTask(action), fileID: fileID, line: line))
  }

  /// Runs `action` once when the view appears.
  @inlinable
  public consuming func onAppear(
    fileID: StaticString = #fileID, line: UInt = #line, perform action: @escaping () -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(28, .appear(action), fileID: fileID, line: line))
  }
}

/// The condition under which a view's task runs.
public enum ViewTaskCondition: Sendable {
  /// The browser is connected, so that its page shows updates without being requested again.
  case connected
}
