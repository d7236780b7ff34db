import CustomDump
public import Foundation

/// Records the states of a store, of reducers or of models, and shows those that were.
///
/// ```swift
/// struct CountersApp: App {
///   let recorder = StateRecorder(Store<CountersModel>(initialState: .init()))
///
///   var body: some Scene {
///     WindowGroup { CountersView(model: recorder.store.model) }
///   }
/// }
/// ```
/// While ``timeTravel`` shows a moment, ``store`` is one that has stopped there: views show that state,
/// and what they send or write goes nowhere. ``live``, its effects and its models go on.
///
/// Of a scene that is served nothing has to be written for that: `--recorder` records all of it, and puts
/// the controls on its pages.
///
/// `@unchecked Sendable`: the store that has stopped is kept under a lock, and what is told of the live one
/// comes under its isolation. ``live`` and ``store`` are used as that store may be.
public final class StateRecorder<Source: SceneStore>: @unchecked Sendable {
  /// The store that is recorded.
  public let live: Source
  /// The moments, and which of them is shown.
  public let timeTravel: TimeTravel<Source.State>

  private let lock = ThreadLock()
  /// The store that has stopped at the moment that is shown, used under the lock.
  private var stopped: (index: Int, date: Date, store: Source)?

  /// Begins to record a store.
  /// - Parameters:
  ///   - store: The store, which is kept.
  ///   - history: How much is kept.
  ///   - now: Tells the time.
  public init(
    _ store: Source, history: HistoryLimit = .timeDelta(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    live = store
    let root = store.rootStore
    let travel = TimeTravel(
      history, beginningWith: .init(state: root.state, date: now(), action: nil))
    timeTravel = travel
    // The store keeps this, and so this does not keep the store.
    root.observe { [weak root] step in
      guard let root else { return }
      switch step {
      case .action(let action):
        travel.note(
          .init(state: root.state, date: now(), action: { String(customDumping: action) }))
      case .write: travel.note(.init(state: root.state, date: now(), action: nil))
      case .event: break
      }
    }
  }

  /// The store to show: the recorded one, or one that has stopped at the chosen moment.
  public var store: Source {
    guard let index = timeTravel.index, let moment = timeTravel.shown else {
      lock.withLock { stopped = nil }
      return live
    }
    return lock.withLock {
      if let stopped, stopped.index == index, stopped.date == moment.date { return stopped.store }
      let store = live.stopped(at: moment.state)
      stopped = (index, moment.date, store)
      return store
    }
  }
}
