import CairnDependencies
public import Foundation
import Synchronization

extension LocalizedStringKey: ExpressibleByStringInterpolation {
  /// Creates a key from a literal.
  @inlinable
  public init(stringLiteral value: String) {
    self.init(key: value, arguments: [])
  }

  /// Creates a key from a literal with values.
  @inlinable
  public init(stringInterpolation: StringInterpolation) {
    self.init(
      key: String(stringInterpolation: stringInterpolation.text),
      arguments: stringInterpolation.arguments)
  }

  /// The parts of a literal with values.
  ///
  /// In a process without a catalog, this is only the text of the literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    @usableFromInline var text: DefaultStringInterpolation
    /// The values, or `nil` if the text won't be looked up.
    @usableFromInline var arguments: [StringArgument]?

    /// Creates an empty interpolation with space for a literal.
    @inlinable
    public init(literalCapacity: Int, interpolationCount: Int) {
      text = DefaultStringInterpolation(
        literalCapacity: literalCapacity, interpolationCount: interpolationCount)
      arguments = StringCatalog.isUsedByProcess ? [] : nil
    }

    /// Appends a part of the literal.
    @inlinable
    public mutating func appendLiteral(_ literal: String) {
      if arguments == nil {
        text.appendLiteral(literal)
      } else {
        appendFormat(literal)
      }
    }

    /// Appends a part of a literal that's a format.
    @usableFromInline
    mutating func appendFormat(_ literal: String) {
      guard literal.utf8.contains(UInt8(ascii: "%")) else {
        text.appendLiteral(literal)
        return
      }
      for character in literal.unicodeScalars {
        text.appendLiteral(character == "%" ? "%%" : String(character))
      }
    }

    /// Appends a text.
    @inlinable
    public mutating func appendInterpolation(_ value: String) {
      if arguments == nil {
        text.appendInterpolation(value)
      } else {
        append(.text(value), "%@")
      }
    }

    /// Appends the description of a value.
    @inlinable
    public mutating func appendInterpolation<Value>(_ value: Value) {
      if arguments == nil {
        text.appendInterpolation(value)
      } else {
        append(.text(String(describing: value)), "%@")
      }
    }

    /// Appends the description of a value.
    @inlinable
    public mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
      if arguments == nil {
        text.appendInterpolation(value)
      } else {
        append(.text(value.description), "%@")
      }
    }

    /// Appends a whole number, in the format of the user's locale.
    @inlinable
    public mutating func appendInterpolation<Value: BinaryInteger>(_ value: Value) {
      if arguments == nil {
        text.appendInterpolation(value)
      } else {
        append(
          Int(exactly: value).map { .integer($0) } ?? .text(value.description),
          Self.specifier(Value.isSigned, bits: value.bitWidth))
      }
    }

    /// Appends a number, in the format of the user's locale.
    @inlinable
    public mutating func appendInterpolation(_ value: Double) {
      if arguments == nil {
        text.appendInterpolation(value)
      } else {
        append(.number(value), "%lf")
      }
    }

    /// Appends a number, in the format of the user's locale.
    @inlinable
    public mutating func appendInterpolation(_ value: Float) {
      if arguments == nil {
        text.appendInterpolation(value)
      } else {
        append(.number(Double(value)), "%f")
      }
    }

    /// Appends a value, or another text if there is none.
    ///
    /// In the key, both are `%@`.
    @inlinable
    public mutating func appendInterpolation<Value>(
      _ value: Value?, default text: @autoclosure () -> some StringProtocol
    ) {
      appendInterpolation(value.map { String(describing: $0) } ?? String(text()))
    }

    /// Appends a value in a format, with the user's locale and time zone.
    ///
    /// ```swift
    /// Text("Delivered on \(date, format: .dateTime.day().month())")
    /// ```
    /// A date is in the user's time zone, unless `format` has another one than the system's. The format doesn't depend on
    /// the environment of the view.
    public mutating func appendInterpolation<Format: FormatStyle>(
      _ value: Format.FormatInput, format: Format
    ) where Format.FormatOutput == String {
      let dependencies = DependencyValues._current
      appendInterpolation(
        format.text(of: value, in: dependencies.locale, timeZone: dependencies.timeZone))
    }

    /// Appends the format of a value.
    @usableFromInline
    mutating func append(_ argument: StringArgument, _ specifier: String) {
      text.appendLiteral(specifier)
      arguments?.append(argument)
    }

    /// The format of a whole number, as Xcode writes it in a key.
    @usableFromInline
    static func specifier(_ isSigned: Bool, bits: Int) -> String {
      if bits <= 32 { return isSigned ? "%d" : "%u" }
      return isSigned ? "%lld" : "%llu"
    }
  }
}

extension StringCatalog {
  /// Whether the process has a catalog.
  @usableFromInline
  package static var isUsedByProcess: Bool { isInUse.load(ordering: .relaxed) }
}
