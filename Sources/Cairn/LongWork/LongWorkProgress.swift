/// The progress of a ``LongWork``.
public struct LongWorkProgress: Codable, Equatable, Sendable {
  /// The current step, for the user.
  public var text: String
  /// The completed part of the work, from 0 to 1, or `nil` if it isn't known.
  public var fraction: Double?

  /// Creates a progress.
  public init(text: String = "", fraction: Double? = nil) {
    self.text = text
    self.fraction = fraction
  }
}

/// A function with which work reports its progress.
public struct LongWorkReporter: Sendable {
  private let report: @Sendable (LongWorkProgress) async -> Void

  /// Creates a function that passes each progress to a closure.
  public init(_ report: @escaping @Sendable (LongWorkProgress) async -> Void) {
    self.report = report
  }

  /// Reports the progress.
  ///
  /// Each report changes the page and the stored state. Don't report more often than a few times per second.
  /// - Parameters:
  ///   - text: The current step, for the user.
  ///   - fraction: The completed part of the work, from 0 to 1, or `nil` if it isn't known.
  public func callAsFunction(_ text: String, fraction: Double? = nil) async {
    await report(LongWorkProgress(text: text, fraction: fraction))
  }
}
