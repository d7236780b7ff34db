import CairnTexts

extension TextField {
  /// An error with the reason that the text isn't a valid value.
  struct Refusal: Error {
    let message: SystemText

    init(_ message: SystemText) { self.message = message }
  }

  static func text(_ number: Int) -> String { NumberSymbols.current.text(String(number)) }

  static func text(_ number: Double) -> String {
    NumberSymbols.current.text(NumberFormat<Double>.text(number))
  }

  static func wholeNumber(_ typed: String, within limits: NumberLimits<Int>) throws -> Int {
    let symbols = NumberSymbols.current
    let text = symbols.number(typed) ?? typed
    if let number = Int(text) {
      if let message = limits.objection(to: number, in: symbols) { throw Refusal(message) }
      return number
    }
    let isSigned = text.first.map { $0 == "+" || $0 == "-" } ?? false
    let digits = text.dropFirst(isSigned ? 1 : 0)
    throw switch true {
    case text.isEmpty: Refusal(.enterWholeNumber)
    case !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }:
      Refusal(
        text.first == "-" ? .numberTooSmall(typed.shortened) : .numberTooLarge(typed.shortened))
    default: Refusal(.notWholeNumber(typed.shortened))
    }
  }

  static func number(_ typed: String, within limits: NumberLimits<Double>) throws -> Double {
    let symbols = NumberSymbols.current
    let text = symbols.number(typed) ?? ""
    // Reject hexadecimal numbers and words such as “infinity”, which Swift would parse.
    let isDecimal = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        true
      default: false
      }
    }
    guard isDecimal, let number = Double(text), number.isFinite else {
      throw Refusal(typed.isEmpty ? .enterNumber : .notNumber(typed.shortened))
    }
    if let message = limits.objection(to: number, in: symbols) { throw Refusal(message) }
    return number
  }
}

extension NumberLimits<Int> {
  /// The keyboard that phones show by default. Their keyboard for numbers has no minus sign.
  var inputMode: StaticString? { (range?.lowerBound ?? -1) < 0 ? nil : "numeric" }
}

extension NumberLimits<Double> {
  /// The keyboard that phones show by default. Their keyboard for numbers has no minus sign.
  var inputMode: StaticString? { (range?.lowerBound ?? -1) < 0 ? nil : "decimal" }
}
