import CairnSessions
import Synchronization

/// The results of commits, in order.
final class Verdicts: Sendable {
  private let verdicts = Mutex<[String]>([])

  var all: [String] { verdicts.withLock { $0 } }

  func note(_ result: Result<CommitResult, SessionStoreError>) {
    let word =
      switch result {
      case .success(.committed): "committed"
      case .success(.valuesConflict), .success(.conflict): "conflict"
      case .success: "other"
      case .failure: "failed"
      }
    verdicts.withLock { $0.append(word) }
  }
}
