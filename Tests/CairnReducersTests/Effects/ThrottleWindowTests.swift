import Testing

@testable import CairnReducers

/// Tests what happens to a held action when its effect is replaced.
@Suite struct ThrottleWindowTests {
  private let registry = CancellationRegistry()
  private let id = Cancellation(id: CancellationID("position"), path: IdentityPath())
  private let window = ThrottleWindow<Int>()

  /// Holds an action in an effect with the given scopes.
  private func hold(in scopes: [CancellationScope]) {
    window.hold(
      1,
      by: RunningEffect(
        path: IdentityPath(), scopes: scopes, cascade: Cascade(), lineage: 0, interruption: nil,
        resumption: nil))
  }

  @Test func `The next effect takes over the held action`() {
    hold(in: [registry.enter(id)])
    let (scope, canceled) = registry.enterCancelingInFlight(id)
    #expect(window.held(canceledWith: canceled) == 1)
    // The window no longer has an action.
    #expect(window.held == nil)
    registry.leave(scope)
  }

  @Test func `A canceled action isn't taken over`() {
    hold(in: [registry.enter(id)])
    // For example, by 'Task.cancel(id:)' on another thread.
    registry.cancel(id)
    let (_, canceled) = registry.enterCancelingInFlight(id)
    #expect(canceled.isEmpty)
    #expect(window.held(canceledWith: canceled) == nil)
  }

  @Test func `An action that was canceled by an outer ID isn't taken over`() {
    let around = Cancellation(id: CancellationID("all"), path: IdentityPath())
    hold(in: [registry.enter(around), registry.enter(id)])
    registry.cancel(around)
    let (_, canceled) = registry.enterCancelingInFlight(id)
    #expect(window.held(canceledWith: canceled) == nil)
  }
}
