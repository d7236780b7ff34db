public import Foundation

extension DependencyValues {
  /// Tells the date: the system's when live. In a test it has to be set.
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

/// A teller of the date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// A generator that calls a closure for each date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// The current date. Setting it stops the time.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The current date.
  public func callAsFunction() -> Date {
    generate()
  }

  /// A generator of one and the same date.
  public static func constant(_ date: Date) -> Self {
    Self { date }
  }
}
