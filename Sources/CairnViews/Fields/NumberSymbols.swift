import Foundation
import Synchronization

/// The digits and separators of the numbers in a locale.
///
/// A field shows a number without grouping separators, so that a user can change digits without moving separators.
struct NumberSymbols: Sendable, Equatable {
  /// The separator before the fraction.
  let decimalSeparator: String
  /// The separator between groups of digits, or `nil` if the locale doesn't have one.
  let groupingSeparator: String?
  /// The digit zero. The other digits follow it in Unicode.
  let zero: Unicode.Scalar

  /// The symbols of Swift's own numbers.
  static let swift = NumberSymbols(decimalSeparator: ".", groupingSeparator: ",", zero: "0")

  /// The symbols of the locale at the current position. In a test that doesn't set a locale, they're Swift's own.
  static var current: NumberSymbols {
    EnvironmentValues.current.fieldLocale.map(of) ?? swift
  }

  /// Returns the symbols of a locale.
  static func of(_ locale: Locale) -> NumberSymbols {
    let identifier = locale.identifier
    if let known = known.withLock({ $0[identifier] }) { return known }
    let symbols = NumberSymbols(of: locale)
    known.withLock { known in
      // A request can name any region, so the number of locales must be limited.
      if known.count >= 200 { known = [:] }
      known[identifier] = symbols
    }
    return symbols
  }

  /// The symbols by the identifiers of their locales. Asking the locale takes longer than writing the field.
  private static let known = Mutex<[String: NumberSymbols]>([:])

  private init(decimalSeparator: String, groupingSeparator: String?, zero: Unicode.Scalar) {
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    self.zero = zero
  }

  private init(of locale: Locale) {
    let zero = IntegerFormatStyle<Int>(locale: locale).format(0).unicodeScalars
      .first { $0.properties.numericType == .decimal && $0.properties.numericValue == 0 }
    self.init(
      decimalSeparator: locale.decimalSeparator ?? ".",
      groupingSeparator: locale.groupingSeparator, zero: zero ?? "0")
  }

  /// Returns a number of Swift, such as `-1234.5`, with the locale's digits and decimal separator.
  func text(_ number: String) -> String {
    if zero == "0" {
      return decimalSeparator == "." ? number : number.replacing(".", with: decimalSeparator)
    }
    var text = ""
    for scalar in number.unicodeScalars {
      switch scalar {
      case ".": text += decimalSeparator
      case "0"..."9":
        text.unicodeScalars.append(
          Unicode.Scalar(zero.value + scalar.value - 0x30) ?? scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
