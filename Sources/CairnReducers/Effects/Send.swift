import CairnDependencies
import CairnFeatures
import CustomDump
import IssueReporting

/// What an effect sends its actions with.
public struct Send<Action>: Sendable {
  private let running: RunningEffect
  private let location: _IssueLocation
  private let deliver: IsolationBound<(Action, Int) -> Void>

  /// Made under the store's isolation.
  init(
    isolation: any StoreIsolation, running: RunningEffect, location: _IssueLocation,
    deliver: @escaping (Action, Int) -> Void
  ) {
    self.running = running
    self.location = location
    self.deliver = IsolationBound(deliver, to: isolation)
  }

  /// Sends an action and returns when the store has processed it.
  ///
  /// A canceled effect sends no actions. If another thread cancels the effect while this is sending, the store may
  /// still process the action, also after the cancellation has returned. If an action must not follow a
  /// cancellation, give it an ID or number, and check it in the reducer.
  public func callAsFunction(_ action: sending Action) async {
    guard !Task.isCancelled else { return }
    await deliver.perform(with: action) { sendHere($1, $0) }
  }

  /// Sends an action from the main actor, where nothing has to be awaited.
  @MainActor
  fileprivate func sendNow(_ action: Action) {
    guard !Task.isCancelled else { return }
    deliver.performOnMainActor { sendHere(action, $0) }
  }

  /// Sends an action under the store's isolation.
  private func sendHere(_ action: Action, _ deliver: (Action, Int) -> Void) {
    switch running.phase {
    case .running:
      // A task that the work made for itself does not know that the effect's was cancelled.
      if !running.isCascadeCancelled { deliver(action, running.lineage) }
    case .cancelled: break
    case .ended:
      location.report(
        """
        An effect sent an action after it had ended:

          \(Issue.dumped(action))

        Do not keep 'send' beyond the effect's work: await what the work starts.
        """)
    }
  }
}

/// How an effect of a feature sends actions.
public typealias SendOf<R: Reducer> = Send<R.Action>

/// What an effect that runs on the main actor, and awaits nothing, sends its actions with.
///
/// It is a type of its own: where ``Send`` could be called without `await` too, the compiler would take that
/// call also where there is an `await`, and each action of each effect would go by the main actor.
@MainActor
public struct MainActorSend<Action>: Sendable {
  private let send: Send<Action>

  nonisolated init(_ send: Send<Action>) {
    self.send = send
  }

  /// Sends an action, and returns when the store has processed it.
  ///
  /// A canceled effect sends no actions; see ``Send/callAsFunction(_:)``.
  public func callAsFunction(_ action: Action) {
    send.sendNow(action)
  }
}
