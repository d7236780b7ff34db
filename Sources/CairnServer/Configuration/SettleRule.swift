import CairnDependencies

/// How long responses wait for effects.
///
/// A test must have the same result on a busy machine, so a server that's created in a test doesn't measure time. It
/// counts the jobs of effects instead, and its responses wait until all effects wait or have ended.
struct SettleRule: Sendable {
  /// The maximum time that a response waits.
  var limit: Duration
  /// The longest sleep that counts as work, or `nil` if each sleep that ends within the limit does.
  var longestPause: Duration?
  /// Whether the ready and running jobs of effects are counted.
  var countsJobs = false
  /// Whether a test reports effects that are still working after the limit.
  var reportsOverdue = false

  /// The maximum time that a response waits in production.
  private static let regularLimit = Duration.milliseconds(50)

  /// Creates the rule of a server.
  /// - Parameters:
  ///   - limit: The maximum time that a response waits, or `nil` for the default. The default is 50 ms. In a test, it's
  ///     so long that only an effect that waits for the test itself exceeds it.
  ///   - isInTest: Whether a test has created the server.
  init(limit: Duration? = nil, isInTest: Bool = false) {
    countsJobs = isInTest
    guard isInTest, limit == nil else {
      self.limit = limit ?? Self.regularLimit
      return
    }
    self.limit = .seconds(20)
    longestPause = Self.regularLimit
    reportsOverdue = true
  }
}

extension DependencyValues {
  /// How long the server's responses wait for effects.
  var settleRule: SettleRule {
    get { self[SettleRuleKey.self] }
    set { self[SettleRuleKey.self] = newValue }
  }

  private enum SettleRuleKey: DependencyKey {
    static let liveValue = SettleRule()
    static let testValue = SettleRule()
  }
}
