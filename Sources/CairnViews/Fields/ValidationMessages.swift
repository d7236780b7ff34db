public import CairnTexts

/// The messages about the values of a form that aren't valid.
///
/// Compute it from the state, so that the messages always match the values. A test of the state doesn't need a page.
///
/// ```swift
/// var validation: ValidationMessages<Field> {
///   ValidationMessages {
///     $0.require(!name.isEmpty, .name, "Enter a name.")
///     $0.require((1...12).contains(guests), .guests, "Enter a number from 1 to 12.")
///   }
/// }
/// ```
///
/// Show each message at its field with ``View/validationMessage(_:)-2sxut``, and all of them above the form with
/// ``View/validationSummary(_:)``.
public struct ValidationMessages<Field: Hashable>: Equatable {
  fileprivate struct Entry: Equatable {
    let field: Field
    let message: String
  }

  private var entries: [Entry] = []

  /// Creates messages for a form without invalid values.
  public init() {}

  /// Creates the messages that a closure adds.
  public init(_ validate: (inout Self) -> Void) {
    validate(&self)
  }

  /// Whether all values are valid.
  public var isValid: Bool { entries.isEmpty }

  /// The fields with a message, in the order in which the messages were added.
  public var fields: [Field] { entries.map(\.field) }

  /// The message about a field, or `nil` if its value is valid.
  public subscript(field: Field) -> String? {
    entries.first { $0.field == field }?.message
  }

  /// Adds a message about a field if a condition isn't met. If the field already has a message, it keeps that one, and
  /// the condition isn't evaluated.
  public mutating func require(
    _ condition: @autoclosure () -> Bool, _ field: Field, _ message: LocalizedStringKey
  ) {
    require(condition(), field, message.string)
  }

  /// Adds a message about a field if a condition isn't met. If the field already has a message, it keeps that one, and
  /// the condition isn't evaluated.
  @_disfavoredOverload
  public mutating func require(
    _ condition: @autoclosure () -> Bool, _ field: Field, _ message: @autoclosure () -> String
  ) {
    guard self[field] == nil, !condition() else { return }
    add(message(), about: field)
  }

  /// Adds a message about a field. If the field already has a message, it keeps that one.
  public mutating func add(_ message: String, about field: Field) {
    guard self[field] == nil else { return }
    entries.append(Entry(field: field, message: message))
  }
}

extension ValidationMessages.Entry: Sendable where Field: Sendable {}
extension ValidationMessages: Sendable where Field: Sendable {}

extension ValidationMessages.Entry: Codable where Field: Codable {}
extension ValidationMessages: Codable where Field: Codable {}
