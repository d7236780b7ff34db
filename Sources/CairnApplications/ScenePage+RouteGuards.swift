import CairnDependencies
import CairnFeatures
import CairnReducers
import CairnScreens
import CairnViews
import IssueReporting

extension ScenePage {
  /// Shows another view while a route's guard is closed.
  /// - Parameters:
  ///   - store: The store whose state declares the routes.
  ///   - otherwise: Returns the view for routes without a view of their own.
  mutating func guardRoutes<Store: RootStore>(
    of store: Store, otherwise: (() -> AnyView)?
  ) where Store.State: Routable {
    typealias Routes = DeclaredRoutes<Store.State>
    func closedGuard(_ location: Location?, _ session: BrowserSession) -> RouteGuard? {
      Routes.use { routes in
        guard let location else { return store.state.closedGuard(for: session, in: routes) }
        return StackElementIDs.withCopy {
          store.state.closedGuard(of: location, for: session, in: routes)
        }
      }
    }
    let outer = entrances
    let entrance = SceneEntrance { location, session in
      // A guard of the whole scene shows its own view.
      outer.contains { !$0.isOpen } || closedGuard(location, session) == nil
    }
    guardViews(by: entrance) {
      @Dependency(\.session) var session
      return closedGuard(entrance.requested, session)?.otherwise?() ?? otherwise?()
        ?? Self.missingView()
    }
  }

  private static func missingView() -> AnyView {
    reportIssue(
      """
      A route's guard is closed, but there's no view to show instead.

      Pass a view to the scene's 'routes' modifier, as in '.routes(of: store) { SignInView(store: store) }', \
      or to the route's 'guarded' modifier.
      """)
    return AnyView(EmptyView())
  }
}
