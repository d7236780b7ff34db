import CairnDependencies
import CairnFeatures
import CustomDump
import IssueReporting

/// A function that an effect uses to send actions.
public struct Send<Action>: Sendable {
  private let running: RunningEffect
  private let location: _IssueLocation
  private let deliver: IsolationBound<(Action, Int) -> Void>

  /// Creates a value under the store's isolation.
  init(
    isolation: any StoreIsolation, running: RunningEffect, location: _IssueLocation,
    deliver: @escaping (Action, Int) -> Void
  ) {
    self.running = running
    self.location = location
    self.deliver = IsolationBound(deliver, to: isolation)
  }

  /// Sends an action, and returns after the store has processed it.
  ///
  /// A canceled effect doesn't send actions. However, another thread may cancel the effect while this method is
  /// sending. In this case, the store may still process the action, even after the cancellation has returned. If an
  /// action must not follow a cancellation, add an ID or a number to the action, and check it in the reducer.
  ///
  /// - Parameter action: The action to send.
  public func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await deliver.perform(with: action) { sendHere($1, $0) }
  }

  /// Sends an action from the main actor, synchronously.
  @MainActor
  fileprivate func sendNow(_ action: Action) {
    guard !Task.isCancelled else { return }
    deliver.performOnMainActor { sendHere(action, $0) }
  }

  /// Sends an action under the store's isolation.
  private func sendHere(_ action: Action, _ deliver: (Action, Int) -> Void) {
    switch running.phase {
    case .running:
      // A task that the work creates itself doesn't know that the effect's task was canceled.
      if !running.isCascadeCancelled { deliver(action, running.lineage) }
    case .canceled: break
    case .ended:
      location.report(
        """
        An action was sent from a completed effect, so it was ignored:

          \(Issue.dumped(action))

        Don't use 'send' after the effect completes. Await all work that the effect starts.
        """)
    }
  }
}

/// A shorthand for a ``Send`` with the actions of a given reducer.
public typealias SendOf<R: Reducer> = Send<R.Action>

/// A function that a synchronous effect on the main actor uses to send actions.
///
/// This type is separate from ``Send`` for a reason. If ``Send`` had a second method that doesn't require `await`, the
/// compiler would prefer it, even for calls with `await`. Every action of every effect would then pass through the main
/// actor.
@MainActor
public struct MainActorSend<Action>: Sendable {
  private let send: Send<Action>

  nonisolated init(_ send: Send<Action>) {
    self.send = send
  }

  /// Sends an action, and returns after the store has processed it.
  ///
  /// A canceled effect doesn't send actions. See ``Send/callAsFunction(_:)``.
  ///
  /// - Parameter action: The action to send.
  public func callAsFunction(_ action: Action) {
    send.sendNow(action)
  }
}
