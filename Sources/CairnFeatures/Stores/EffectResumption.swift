package import CairnDependencies

/// What a store does about an effect that ended with its process. It's stored with the scene.
package struct EffectResumption: Hashable, Sendable {
  /// An action of a store in its stored form.
  package struct StoredAction: Hashable, Sendable {
    /// The cases that lead to the action from the store's action enum, such as `destination.presented.edit.saved`.
    package let path: String
    /// The payload of the action's case as JSON.
    package let payload: [UInt8]

    package init(path: String, payload: [UInt8]) {
      self.path = path
      self.payload = payload
    }
  }

  /// The maximum number of times that an effect begins. An effect that ends its process each time doesn't begin again.
  package static let startLimit = 5

  /// The index of the store in its scene.
  package var store = 0
  /// The idempotency key of the effect, which stays the same when it begins again.
  package let key: IdempotencyKey
  /// The number of times that the effect has begun.
  package let starts: Int
  /// The action that begins the effect again, or `nil` if it doesn't begin again.
  package let beginning: StoredAction?
  /// The action that's sent if the effect doesn't begin again.
  package let report: StoredAction?

  package init(
    store: Int = 0, key: IdempotencyKey, starts: Int, beginning: StoredAction?,
    report: StoredAction?
  ) {
    self.store = store
    self.key = key
    self.starts = starts
    self.beginning = beginning
    self.report = report
  }

  /// Whether the effect begins again.
  package var begins: Bool { beginning != nil && starts < Self.startLimit }

  /// Returns the resumption as it's stored before the effect begins again.
  package var begun: EffectResumption {
    guard begins else { return self }
    return EffectResumption(
      store: store, key: key, starts: starts + 1, beginning: beginning, report: report)
  }

  /// Returns the resumption of an effect that has ended in order, so that its last start doesn't count.
  package var ended: EffectResumption {
    EffectResumption(
      store: store, key: key, starts: max(0, starts - 1), beginning: beginning, report: report)
  }

  /// Returns the resumption without the actions that can't be stored, or `nil` if there are no others.
  package func storing(_ isStorable: (StoredAction) -> Bool) -> EffectResumption? {
    let (beginning, report) = (
      beginning.flatMap { isStorable($0) ? $0 : nil }, report.flatMap { isStorable($0) ? $0 : nil }
    )
    guard beginning != nil || report != nil else { return nil }
    return EffectResumption(
      store: store, key: key, starts: starts, beginning: beginning, report: report)
  }

  /// Returns what a copy of the scene does, or `nil` if it does nothing. Only the scene itself begins the effect again.
  package var ofCopy: EffectResumption? {
    guard report != nil else { return nil }
    return EffectResumption(
      store: store, key: key, starts: starts, beginning: nil, report: report)
  }
}

/// A store that can continue after an interruption of its effects.
package protocol ResumingStore: RootStore {
  /// What to do if the running effects are interrupted, in the order in which the effects began.
  ///
  /// The values of merged effects that one action has begun are unique.
  var resumptions: [EffectResumption] { get }

  /// Begins an interrupted effect again, or reports its interruption.
  /// - Returns: Whether an action was sent, or will be when a view uses the feature. The feature may be gone, or another
  ///   version of it may have stored the action.
  func resume(_ resumption: EffectResumption) -> Bool
}
