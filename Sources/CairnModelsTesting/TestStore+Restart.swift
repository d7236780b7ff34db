import CairnFeatures
import CairnModels
import Foundation

extension TestStore {
  /// Simulates a restart of the server.
  ///
  /// A restart has these effects:
  ///
  /// - All models are removed, and their tasks are canceled. What the tasks write afterward is discarded.
  /// - If the state is `Codable`, it's encoded and decoded. The parts of the state that aren't stored lose their values.
  /// - New models are created. The methods of `task(resume:)` and `onInterruption(call:)` are called as soon as their
  ///   models are active.
  ///
  /// Get the models again after the restart:
  ///
  /// ```swift
  /// appModel.importItems(items)
  /// await $appModel.importing.isRunning.assert(true)
  /// store.restart()
  /// appModel = store.model
  /// await $appModel.assert { $0.importCount = 2 }
  /// ```
  /// A message of `onInterruption(message:)` isn't part of the store, so it can't be asserted.
  public func restart() {
    scope.probe.restart(with: Self.stored(state))
  }

  /// Returns a state as it's read from a session store.
  private static func stored(_ state: M.State) -> M.State {
    guard let type = M.State.self as? any Codable.Type else { return state }
    return read(state, as: type) as? M.State ?? state
  }

  private static func read<State: Codable>(_ state: M.State, as type: State.Type) -> State? {
    guard let state = state as? State else { return nil }
    let encoder = JSONEncoder()
    encoder.userInfo[.isSnapshot] = true
    guard let bytes = try? encoder.encode(state) else { return nil }
    let decoder = JSONDecoder()
    decoder.userInfo[.salvage] = Salvage()
    return try? decoder.decode(type, from: bytes)
  }
}
