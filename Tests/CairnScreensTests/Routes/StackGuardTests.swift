import Cairn
import CairnScreens
import Foundation
import Testing

/// The guards of stacks, which are closed for all sessions.
@Suite struct StackGuardTests {
  private static let nobody = SessionGuard { _ in false }
  private static let visitor = BrowserSession(id: UUID())

  @Reducer
  struct Shop {
    @Reducer(state: .equatable)
    enum Path {
      case order(TrackedIssue)
      case orders(Comments)
    }

    struct State: Equatable {
      var path = StackState<Path.State>()
      @Presents var help: String?
    }
  }

  /// A stack whose elements can have any segment, before a public route.
  struct Notes: Equatable, Routable {
    var path: [String] = []
    @Presents var help: String?

    static var routes: some Routes<Self> {
      StackRoute(\.path) {
        $0
      } open: { segment, _, _ in
        Issue.record("A closed guard opens \(segment).")
        return segment
      }
      .guarded(by: nobody)
      Route(\.help, "help") { _ in "Help" }
    }
  }

  struct Wizard: Equatable, Routable {
    var steps: [Int] = []

    static var routes: some Routes<Self> {
      StackRoute(\.steps, steps: { $0 }) { last, _ in
        Issue.record("A closed guard opens step \(last).")
        return [last]
      }
      .guarded(by: nobody)
    }
  }

  private func isHidden<State: Routable>(_ path: String, in state: State) -> Bool {
    state.closedGuard(of: location(path), for: Self.visitor, in: State.routes) != nil
  }

  @Test(
    arguments: [
      ("/", false), ("/orders", true), ("/orders/7", true), ("/orders/7/edit", true),
      ("/orders/x", true), ("/archive/7", true), ("/archive", false), ("/archive/x", false),
      ("/help", false),
    ])
  func `A guard hides the URLs of a stack's elements`(path: String, isHidden: Bool) {
    #expect(self.isHidden(path, in: Shop.State()) == isHidden)
  }

  @Test func `A guard hides the elements of a stack that isn't empty`() {
    var state = Shop.State()
    let routes = Shop.State.routes
    #expect(state.closedGuard(for: Self.visitor, in: routes) == nil)
    state.path.append(.order(TrackedIssue.State(id: 7)))
    #expect(state.closedGuard(for: Self.visitor, in: routes) != nil)
    state.path.removeAll()
    state.help = "Help"
    #expect(state.closedGuard(for: Self.visitor, in: routes) == nil)
  }

  @Test func `If elements can have any segment, other routes stay public`() {
    #expect(!isHidden("/", in: Notes()))
    #expect(!isHidden("/help", in: Notes()))
    #expect(isHidden("/first", in: Notes()))
    #expect(isHidden("/first/help", in: Notes()))
  }

  @Test func `A value that isn't a step's has no guard`() {
    #expect(isHidden("/3", in: Wizard()))
    #expect(!isHidden("/three", in: Wizard()))
  }

  @Test func `A state with a guarded stack has guarded routes`() {
    #expect(Shop.State.hasGuardedRoutes)
    #expect(Wizard.hasGuardedRoutes)
    #expect(!Tracker.State.hasGuardedRoutes)
  }
}

extension StackGuardTests.Shop.State: Routable {
  static var routes: some Routes<Self> {
    StackRoute(\.path) {
      RouteSegment(\.order, "archive", value: \.id) { _, _, _ in
        Issue.record("A closed guard opens an order.")
        return nil
      }
      RouteSegment(\.orders, "orders") { _, _ in
        Issue.record("A closed guard opens the orders.")
        return nil
      }
    }
    .guarded(by: SessionGuard { _ in false })
    Route(\.help, "help") { _ in "Help" }
  }
}
