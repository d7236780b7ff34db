import Foundation

/// How much of what was a ``StateRecorder`` keeps. The first moment and the last are always kept.
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

  /// All moments.
  public static let unlimited = HistoryLimit(.none, .max)

  /// The last moments; of those before, the first alone.
  public static func tail(maxCount: Int = 1000) -> HistoryLimit {
    HistoryLimit(.tail, maxCount)
  }

  /// As many moments as are wanted, from the whole time: of the two that came after each other soonest
  /// the earlier one goes. What was shown for a moment only is forgotten first.
  public static func timeDelta(maxCount: Int = 1000) -> HistoryLimit {
    HistoryLimit(.timeDelta, maxCount)
  }
}

extension HistoryLimit {
  /// Which moment goes to make the count right; nil where all may stay.
  func excess(of dates: some RandomAccessCollection<Date>) -> Int? {
    guard dates.count > maxCount else { return nil }
    switch rule {
    case .none: return nil
    case .tail: return 1
    case .timeDelta:
      // How long each but the first and the last was what there was.
      let spans = zip(dates.dropFirst().dropLast(), dates.dropFirst(2)).map {
        $1.timeIntervalSince($0)
      }
      return spans.indices.min { spans[$0] < spans[$1] }.map { $0 + 1 }
    }
  }
}
