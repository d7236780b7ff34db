/// The results of checks that run at the same time.
struct CheckRound {
  /// The result of a check.
  enum Outcome: Equatable {
    case passed
    /// The check has failed, for a reason that the log shows.
    case failed(String)
  }

  private var outcomes: [Outcome?]

  init(count: Int) {
    outcomes = Array(repeating: nil, count: count)
  }

  /// Records the outcome of a check, unless it already has one.
  mutating func record(_ outcome: Outcome, of index: Int) {
    if outcomes[index] == nil { outcomes[index] = outcome }
  }

  /// The outcomes in the order of the checks, or `nil` if a check is still running.
  var result: [Outcome]? {
    let known = outcomes.compactMap(\.self)
    return known.count == outcomes.count ? known : nil
  }
}
