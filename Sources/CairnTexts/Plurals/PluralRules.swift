/// The plural rules of a language: the conditions of each category, in order.
package struct PluralRules: Sendable {
  /// A comparison of an operand with numbers, such as `i % 10 = 2..4`.
  private struct Relation {
    let operand: Character
    let modulus: UInt64?
    let isNegated: Bool
    let ranges: [ClosedRange<UInt64>]

    func holds(for operands: PluralOperands) -> Bool {
      let value = operands.value(of: operand).map { value in modulus.map { value % $0 } ?? value }
      return isNegated != ranges.contains { range in value.map(range.contains) ?? false }
    }
  }

  /// The alternatives of a category. In each, all relations must hold.
  private typealias Condition = [[Relation]]

  private let conditions: [(category: PluralCategory, condition: Condition)]

  /// Creates rules with only the category `other`.
  init() { conditions = [] }

  /// Reads rules in the syntax of the CLDR. Returns `nil` for any other text.
  init?(_ rules: [(PluralCategory, String)]) {
    var conditions: [(PluralCategory, Condition)] = []
    for (category, text) in rules {
      guard let condition = Self.condition(text) else { return nil }
      conditions.append((category, condition))
    }
    self.conditions = conditions
  }

  /// Returns the category of a number.
  func category(of operands: PluralOperands) -> PluralCategory {
    conditions.first { rule in
      rule.condition.contains { $0.allSatisfy { $0.holds(for: operands) } }
    }?.category ?? .other
  }

  /// Returns the category of a number in decimal digits, such as `1.50`, or `nil` for any other text.
  package func category(of digits: String) -> PluralCategory? {
    PluralOperands(digits).map(category)
  }

  /// The categories that a language distinguishes.
  package var categories: [PluralCategory] { conditions.map(\.category) + [.other] }

  private static func condition(_ text: String) -> Condition? {
    var condition: Condition = []
    for alternative in text.split(separator: " or ") {
      var relations: [Relation] = []
      for part in alternative.split(separator: " and ") {
        guard let relation = relation(part) else { return nil }
        relations.append(relation)
      }
      condition.append(relations)
    }
    return condition
  }

  private static func relation(_ text: Substring) -> Relation? {
    // For example, “i % 10 != 2..4,7”.
    var words = text.split(separator: " ")
    guard let list = words.popLast(), let sign = words.popLast(), sign == "=" || sign == "!=",
      let operand = words.first?.first, words.count == 1 || words.count == 3
    else { return nil }
    let modulus = words.count == 3 ? UInt64(words[2]) : nil
    guard words.count == 1 || modulus ?? 0 > 0 else { return nil }
    var ranges: [ClosedRange<UInt64>] = []
    for item in list.split(separator: ",") {
      let ends = item.split(separator: "..").map { UInt64($0) }
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
        return nil
      }
      ranges.append(first...last)
    }
    return Relation(operand: operand, modulus: modulus, isNegated: sign == "!=", ranges: ranges)
  }
}
