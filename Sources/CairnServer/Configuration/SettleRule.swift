import CairnDependencies

/// How long responses wait for effects.
///
/// With the client script, a page can change after its response, so the response waits only for fast effects. Without
/// the script, the page stays the same until its user acts or it's reloaded, so the response waits longer.
///
/// A test must have the same result on a busy machine, so a server that's created in a test doesn't measure time. It
/// counts the jobs of effects instead, and its responses wait until all effects wait or have ended.
struct SettleRule: Sendable {
  /// The maximum time that a response waits if the browser runs the script, or may run it.
  var limit: Duration
  /// The maximum time that a response waits if the browser lacks the script.
  var limitWithoutScript: Duration
  /// The longest sleep that counts as work, or `nil` if each sleep that ends within the limit does.
  var longestPause: Duration?
  /// Whether the ready and running jobs of effects are counted.
  var countsJobs = false
  /// Whether a test reports effects that are still working after the limit.
  var reportsOverdue = false

  private static let regularLimit = Duration.milliseconds(50)
  /// It's the time after which a page that isn't complete would reload itself.
  private static let regularLimitWithoutScript = Duration.seconds(1)
  /// It's longer than the usual pause of a debounced action, and shorter than the interval of a usual timer.
  private static let regularPause = Duration.milliseconds(500)
  private static let limitInTest = Duration.seconds(20)

  /// Creates the rule of a server.
  /// - Parameters:
  ///   - limit: The maximum time that a response waits, or `nil` for the default. The default is 50 ms. In a test, it's
  ///     so long that only an effect that waits for the test itself exceeds it.
  ///   - limitWithoutScript: The maximum time if the browser lacks the script, or `nil` for the default. The default is
  ///     `limit`, or 1 second if that's `nil`. In a test, both limits are the same by default.
  ///   - isInTest: Whether a test has created the server.
  init(limit: Duration? = nil, limitWithoutScript: Duration? = nil, isInTest: Bool = false) {
    countsJobs = isInTest
    reportsOverdue = isInTest && limit == nil
    self.limit = limit ?? (isInTest ? Self.limitInTest : Self.regularLimit)
    self.limitWithoutScript =
      limitWithoutScript ?? limit
      ?? (isInTest ? Self.limitInTest : Self.regularLimitWithoutScript)
    guard limit == nil else { return }
    longestPause = isInTest ? Self.regularLimit : Self.regularPause
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
