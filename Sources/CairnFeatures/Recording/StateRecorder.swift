import CustomDump
public import Foundation

/// Records the states of a store of reducers or models, and shows earlier states.
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
/// While ``timeTravel`` shows a moment, ``store`` is a frozen store with the state of that moment. Views show
/// that state, and their actions and writes have no effect. ``live`` continues to run, with its effects and
/// models.
///
/// A scene on a server doesn't need a recorder of its own. The option `--recorder` records all of the scene,
/// and adds the controls to its pages.
///
/// `@unchecked Sendable`: The frozen store is used under a lock, and the live store reports its steps under its
/// isolation. ``live`` and ``store`` have the same restrictions as the recorded store.
public final class StateRecorder<Source: SceneStore>: @unchecked Sendable {
  /// The store that is recorded.
  public let live: Source
  /// The recorded moments, and the moment that is shown.
  public let timeTravel: TimeTravel<Source.State>

  private let lock = ThreadLock()
  /// The frozen store for the moment that is shown. It's used under the lock.
  private var stopped: (index: Int, date: Date, store: Source)?

  /// Starts to record a store.
  /// - Parameters:
  ///   - store: The store, which the recorder retains.
  ///   - history: The number of moments to keep.
  ///   - now: Returns the current time.
  public init(
    _ store: Source, history: HistoryLimit = .timeDelta(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    live = store
    let root = store.rootStore
    let travel = TimeTravel(
      history, beginningWith: .init(state: root.state, date: now(), action: nil))
    timeTravel = travel
    // The store retains this closure, so the closure refers to the store weakly.
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

  /// The store to show. It's the recorded store, or a frozen store with the state of the selected moment.
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
