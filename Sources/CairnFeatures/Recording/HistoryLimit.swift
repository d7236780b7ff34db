import Foundation

/// The number of moments that a ``StateRecorder`` keeps. It always keeps the first and the last moment.
public struct HistoryLimit: Sendable {
  enum Rule {
    case none, tail, timeDelta
  }

  let rule: Rule
  let maxCount: Int

  private init(_ rule: Rule, _ maxCount: Int) {
    self.rule = rule
    self.maxCount = max(2, maxCount)
  }

  /// Keeps all moments.
  public static let unlimited = HistoryLimit(.none, .max)

  /// Keeps the last moments, and the first one.
  /// - Parameter maxCount: The maximum number of moments, at least 2.
  public static func tail(maxCount: Int = 1000) -> HistoryLimit {
    HistoryLimit(.tail, maxCount)
  }

  /// Keeps moments from the entire recording.
  ///
  /// If there are too many, the moment that was shown for the shortest time is removed.
  /// - Parameter maxCount: The maximum number of moments, at least 2.
  public static func timeDelta(maxCount: Int = 1000) -> HistoryLimit {
    HistoryLimit(.timeDelta, maxCount)
  }
}

extension HistoryLimit {
  /// Returns the index of the moment to remove, or `nil` if all moments can stay.
  func excess(of dates: some RandomAccessCollection<Date>) -> Int? {
    guard dates.count > maxCount else { return nil }
    switch rule {
    case .none: return nil
    case .tail: return 1
    case .timeDelta:
      // How long each moment lasted, except for the first and the last.
      let spans = zip(dates.dropFirst().dropLast(), dates.dropFirst(2)).map {
        $1.timeIntervalSince($0)
      }
      return spans.indices.min { spans[$0] < spans[$1] }.map { $0 + 1 }
    }
  }
}
