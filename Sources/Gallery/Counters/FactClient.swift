import CairnModels

/// A client that loads facts about numbers.
///
/// Features use it as a dependency, so that tests can replace it.
struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: DependencyKey {
  /// The facts of the running application, which come from arithmetic and need no network.
  static let liveValue = FactClient { facts(of: $0).randomElement() ?? "\($0) is a number." }

  static func facts(of number: Int) -> [String] {
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
