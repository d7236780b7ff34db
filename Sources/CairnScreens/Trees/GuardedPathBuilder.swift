import CairnDependencies
public import CairnFeatures
public import CairnViews

/// A path builder that shows its screens only to sessions that meet a condition.
public struct GuardedPathBuilder<Base: PathBuilder, Otherwise: View>: PathBuilder {
  let base: Base
  let isOpen: (BrowserSession) -> Bool
  let otherwise: () -> Otherwise

  public func build(pathElement: IdentifiedScreen) -> BuiltScreen? {
    // Without building the screen, it isn't known whether it's one of these screens or of another builder.
    guard var built = base.build(pathElement: pathElement) else { return nil }
    @Dependency(\.session) var session
    // The decision is made once, because the screens on top of this one depend on it, too.
    guard isOpen(session) else { return closed(built.screen) }
    let content = built.content
    built.content = {
      AnyView(
        content().guarded { _ in
          true
        } otherwise: {
          EmptyView()
        })
    }
    return built
  }

  /// Returns the screen with the other view. The screens on top of it stay on the path, but aren't shown.
  private func closed(_ screen: AnyScreen) -> BuiltScreen {
    BuiltScreen(
      screen: screen,
      content: {
        AnyView(
          EmptyView().guarded { _ in
            false
          } otherwise: {
            otherwise()
          })
      },
      successor: { _ in nil }, isWildcard: true, isGuarded: true)
  }

  public static func _outline(_ outline: inout TreeOutline) { Base._outline(&outline) }
}

extension PathBuilder {
  /// Shows the screens of this builder only to sessions that meet a condition, and another view to all others.
  ///
  /// ```swift
  /// Screen { (screen: OrderScreen) in OrderView(id: screen.id) } nesting: { InvoiceScreen.Builder() }
  ///   .guarded { session in session.owner != nil } otherwise: { SignInView(store: signIn) }
  /// ```
  /// While the condition isn't met, the screens' own views aren't created. The screens stay on the path and in the URL,
  /// with the screens on top of them, and are shown as soon as the condition is met.
  ///
  /// This builder still runs, because only it knows which screens it builds. Don't look up protected data in the
  /// closures of `If` or of a ``ClosurePathBuilder``, or in ``NavigationTree/builder``.
  /// - Parameters:
  ///   - isOpen: Returns whether a session may see and use the screens. It's evaluated for each page, each form, and
  ///     each change that's sent to a page.
  ///   - otherwise: Returns the view for all other sessions, such as a form to sign in.
  public func guarded<Otherwise: View>(
    _ isOpen: @escaping (BrowserSession) -> Bool,
    @ViewBuilder otherwise: @escaping () -> Otherwise
  ) -> GuardedPathBuilder<Self, Otherwise> {
    GuardedPathBuilder(base: self, isOpen: isOpen, otherwise: otherwise)
  }

  /// Shows the screens of this builder only to sessions that a guard admits, and another view to all others.
  /// - Parameters:
  ///   - sessionGuard: Decides which sessions may see and use the screens.
  ///   - otherwise: Returns the view for all other sessions, such as a form to sign in.
  public func guarded<Otherwise: View>(
    by sessionGuard: SessionGuard, @ViewBuilder otherwise: @escaping () -> Otherwise
  ) -> GuardedPathBuilder<Self, Otherwise> {
    guarded(sessionGuard.admits, otherwise: otherwise)
  }
}
