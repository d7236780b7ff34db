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
    let divisors = (1...max(1, number)).filter { number.isMultiple(of: $0) }
    return [
      "\(number) is \(number.isMultiple(of: 2) ? "even" : "odd").",
      "\(number) has \(divisors.count) divisor\(divisors.count == 1 ? "" : "s").",
      "\(number) is \(String(number, radix: 2)) in binary.",
      "The square of \(number) is \(number * number).",
    ]
  }
}

extension DependencyValues {
  var factClient: FactClient {
    get { self[FactClient.self] }
    set { self[FactClient.self] = newValue }
  }
}
