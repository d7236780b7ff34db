import CairnModels

/// A client that loads facts about numbers.
///
/// Features use it as a dependency, so that tests can replace it.
struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String

  /// An error that occurs if there are no facts about a number.
  struct Unavailable: Error {}
}

extension FactClient: DependencyKey {
  /// The facts of the running application, which come from arithmetic and need no network.
  ///
  /// A negative number has no facts. For it, the client throws an error, and the view shows an alert.
  static let liveValue = FactClient { number in
    guard number >= 0 else { throw Unavailable() }
    return facts(of: number).randomElement() ?? "\(number) is a number."
  }

  private static func facts(of number: Int) -> [String] {
    // The number can come from an edited URL, so its square can overflow.
    let square = number.multipliedReportingOverflow(by: number)
    let digits = String(number).compactMap(\.wholeNumberValue)
    return [
      "\(number) is \(number.isMultiple(of: 2) ? "even" : "odd").",
      "The digits of \(number) add up to \(digits.reduce(0, +)).",
      "\(number) is \(String(number, radix: 2)) in binary.",
      square.overflow
        ? "The square of \(number) is too large for this machine."
        : "The square of \(number) is \(square.partialValue).",
    ]
  }
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
