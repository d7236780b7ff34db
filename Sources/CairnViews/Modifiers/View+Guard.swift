import CairnDependencies
public import CairnFeatures

/// A modifier that shows a view only to sessions that meet a condition.
public struct _GuardModifier<Otherwise: View>: _PrimitiveModifier {
  @usableFromInline let presentation: GuardPresentation
  @usableFromInline let isOpen: (BrowserSession) -> Bool
  @usableFromInline let otherwise: () -> Otherwise

  @inlinable
  init(
    _ presentation: GuardPresentation, _ isOpen: @escaping (BrowserSession) -> Bool,
    _ otherwise: @escaping () -> Otherwise
  ) {
    self.presentation = presentation
    self.isOpen = isOpen
    self.otherwise = otherwise
  }

  @inlinable
  public static func _apply<Content: View>(
    _ modifier: Self, _ content: Content, _ renderer: inout Renderer
  ) {
    let place = renderer.place
    let start = renderer.beginBranch()
    let isOpen = renderer.passes(modifier.isOpen)
    if isOpen || modifier.presentation == .overlay {
      if !isOpen { renderer.cover(with: modifier.otherwise) }
      // The content keeps its place below an overlay, so its controls keep their IDs.
      renderer.place = Place.mix(place, 31)
      Content._render(content, &renderer)
    } else {
      renderer.place = Place.mix(place, 32)
      Otherwise._render(modifier.otherwise(), &renderer)
    }
    renderer.place = place
    renderer.endBranch(place, start)
  }
}

extension Renderer {
  /// Returns whether the current session meets a guard's condition, and records that.
  @usableFromInline
  mutating func passes(_ isOpen: (BrowserSession) -> Bool) -> Bool {
    @Dependency(\.session) var session
    let passes = isOpen(session)
    state.guards += 1
    if !passes { state.closedGuards = Place.mix(state.closedGuards, place) | 1 }
    return passes
  }

  /// Presents a view over all other layers of the page, unless a guard around this position has already presented one.
  @usableFromInline
  mutating func cover<Otherwise: View>(with otherwise: @escaping () -> Otherwise) {
    guard state.overlay == nil else { return }
    var overlay = Presentation(
      kind: .sheet, identity: Place.mix(place, 33),
      content: { renderer in
        renderer.state.layer.isDismissable = false
        Otherwise._render(otherwise(), &renderer)
      }, dismiss: {})
    overlay.isBarrier = true
    state.overlay = withPlaceEnvironment(overlay)
  }
}

extension View {
  /// Shows this view only to sessions that meet a condition, and another view to all others.
  ///
  /// ```swift
  /// AccountsView(store: store)
  ///   .guarded { session in session.owner != nil } otherwise: { SignInView(store: signIn) }
  /// ```
  /// While the condition isn't met, this view isn't evaluated. Its controls don't exist for forms, its tasks don't run,
  /// and what it presents isn't shown. The state behind it stays as it is.
  ///
  /// Apply the modifier outside of the modifiers that present sheets, so that the sheets are guarded, too. To guard an
  /// application with its URLs, use the modifier of its scene instead.
  /// - Parameters:
  ///   - presentation: How `otherwise` is shown.
  ///   - isOpen: Returns whether a session may see and use the view. It's evaluated for each page, each form, and each
  ///     change that's sent to a page.
  ///   - otherwise: Returns the view for all other sessions, such as a form to sign in.
  @inlinable
  public consuming func guarded<Otherwise: View>(
    presentation: GuardPresentation = .replacement,
    _ isOpen: @escaping (BrowserSession) -> Bool,
    @ViewBuilder otherwise: @escaping () -> Otherwise
  ) -> Modified<Self, _GuardModifier<Otherwise>> {
    Modified(self, _GuardModifier(presentation, isOpen, otherwise))
  }

  /// Shows this view only to sessions that a guard admits, and another view to all others.
  /// - Parameters:
  ///   - sessionGuard: Decides which sessions may see and use the view.
  ///   - presentation: How `otherwise` is shown.
  ///   - otherwise: Returns the view for all other sessions, such as a form to sign in.
  @inlinable
  public consuming func guarded<Otherwise: View>(
    by sessionGuard: SessionGuard, presentation: GuardPresentation = .replacement,
    @ViewBuilder otherwise: @escaping () -> Otherwise
  ) -> Modified<Self, _GuardModifier<Otherwise>> {
    guarded(presentation: presentation, sessionGuard.admits, otherwise: otherwise)
  }
}
