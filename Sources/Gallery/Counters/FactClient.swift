import CairnModels

/// Knows something about each number.
struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String

  /// There is nothing to be said about a number.
  struct Unavailable: Error {}
}

extension FactClient: DependencyKey {
  /// Facts that need no network: what arithmetic knows. Of negative numbers it knows none.
  static let liveValue = FactClient { number in
    guard number >= 0 else { throw Unavailable() }
    return facts(of: number).randomElement() ?? "\(number) is a number."
  }

  private static func facts(of number: Int) -> [String] {
    // Anybody can bookmark any number.
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
