internal import Synchronization

extension DependencyValues {
  /// Lends a random number generator: the system's when live. In a test it has to be set.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let side = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: DependencyKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    static let testValue = WithRandomNumberGenerator(UnimplementedRandomNumberGenerator())
  }
}

/// A random number generator that several callers share.
public struct WithRandomNumberGenerator: Sendable {
  private let shared: SharedGenerator

  /// Lends out a generator. Its state goes on from one use to the next.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    shared = SharedGenerator(generator)
  }

  /// Calls a closure with the generator, and returns what it returns.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    var generator: any RandomNumberGenerator & Sendable = shared
    return try work(&generator)
  }
}

/// Locks for each number and not for each loan, so that a loan inside of another can not hang.
private final class SharedGenerator: RandomNumberGenerator, Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  func next() -> UInt64 {
    generator.withLock { $0.next() }
  }
}

private struct UnimplementedRandomNumberGenerator: RandomNumberGenerator, Sendable {
  func next() -> UInt64 {
    reportUnimplemented("withRandomNumberGenerator")
    return UInt64.random(in: .min ... .max)
  }
}
