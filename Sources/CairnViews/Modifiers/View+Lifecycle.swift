/// Work for as long as the view inside is shown.
public struct _AppearanceModifier: _PrimitiveModifier {
  @usableFromInline let id: UInt64
  @usableFromInline let work: Appearance.Work

  @inlinable
  init(_ id: UInt64, _ work: Appearance.Work) {
    self.id = id
    self.work = work
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    renderer.note(Appearance(identity: Place.mix(place, modifier.id), work: modifier.work))
    renderer.place = Place.mix(place, 25)
    Content._render(content, &renderer)
    renderer.place = place
  }
}

extension Renderer {
  /// Records work of a view that is shown.
  @usableFromInline
  mutating func note(_ appearance: Appearance) {
    if !flags.contains(.hidden) { state.appearances.append(appearance) }
  }
}

extension View {
  /// Begins `action` when the view appears, and cancels it when the view is gone.
  ///
  /// A screen over which another is pushed is gone; one under a sheet is not. `action` is not
  /// `Sendable`: it runs where the view was evaluated, under its scene's lock.
  @inlinable
  public consuming func task(
    _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(26, .task(action)))
  }

  /// Begins `action` when the view appears and whenever `id` changes; what ran before is
  /// cancelled.
  @inlinable
  public consuming func task<ID: Hashable>(
    id: ID, _ action: nonisolated(nonsending) @escaping () async -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(Place.mix(27, StableHash.of(id)), .task(action)))
  }

  /// Runs `action` once when the view appears.
  @inlinable
  public consuming func onAppear(
    perform action: @escaping () -> Void
  ) -> Modified<Self, _AppearanceModifier> {
    Modified(self, _AppearanceModifier(28, .appear(action)))
  }
}
