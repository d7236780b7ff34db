import CairnDependencies
import CairnFeatures

/// The work of a store that a restart interrupted. It's used under the store's lock.
struct InterruptedWork {
  /// The work of models that aren't active yet.
  private(set) var waiting: [EffectResumption] = []
  /// The work that the current method begins again, or `nil` if there is none.
  var resuming: EffectResumption?

  /// The waiting work as it's stored. Each restart counts as a start, so that the work doesn't wait forever.
  var stored: [EffectResumption] {
    waiting.map {
      EffectResumption(
        store: $0.store, key: $0.key, starts: $0.starts + 1, beginning: $0.beginning,
        report: $0.report)
    }
  }

  /// Keeps work until its model is active. Returns `false` if the work is discarded.
  mutating func add(_ resumption: EffectResumption) -> Bool {
    if resumption.starts < EffectResumption.startLimit {
      waiting.append(resumption)
      return true
    }
    // The work doesn't begin anymore, so only its report waits.
    guard resumption.beginning != nil, let report = resumption.report else { return false }
    waiting.append(
      EffectResumption(
        store: resumption.store, key: resumption.key, starts: 1, beginning: nil, report: report))
    return true
  }

  /// Removes and returns the work of the model at a path.
  mutating func take(of path: String) -> [EffectResumption] {
    let taken = waiting.filter { $0.modelPath == path }
    waiting.removeAll { $0.modelPath == path }
    return taken
  }
}

extension EffectResumption {
  /// The path of the model whose methods are called.
  var modelPath: String? { (beginning ?? report)?.modelPath }
}

extension EffectResumption.StoredAction {
  /// Creates the call of a method.
  init(of method: String, at modelPath: String, payload: [UInt8]) {
    self.init(path: "\(modelPath)/\(method)", payload: payload)
  }

  fileprivate var modelPath: String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// The name of the method.
  var method: String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }
}
