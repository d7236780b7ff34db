internal import Synchronization

extension DependencyValues {
  /// Provides a random number generator. The live value is the system's generator. A test must set it.
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

  /// Creates a shared generator. Its state is kept between uses.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    shared = SharedGenerator(generator)
  }

  /// Calls a closure with the generator, and returns its result.
  public func callAsFunction<Result>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> Result
  ) rethrows -> Result {
    var generator: any RandomNumberGenerator & Sendable = shared
    return try work(&generator)
  }
}

/// A generator with a lock.
///
/// The lock is held for each number rather than for a whole use, so that nested uses don't deadlock.
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
