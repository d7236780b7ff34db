public import Foundation

extension DependencyValues {
  /// Returns the current date. The live value is the system's date. A test must set it.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// @Dependency(\.date) var date
  ///
  /// withDependencies {
  ///   $0.date.now = Date(timeIntervalSince1970: 0)
  /// } operation: {
  ///   date() == now  // true
  /// }
  /// ```
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
    static let testValue = DateGenerator {
      reportUnimplemented("date")
      return Date()
    }
  }
}

/// A generator of the current date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Creates a generator that calls a closure for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The current date. If you set it, the generator returns that date from then on.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date {
    generate()
  }

  /// Returns a generator that always returns a given date.
  public static func constant(_ date: Date) -> Self {
    Self { date }
  }
}
