public import Foundation

/// A value that is its own state in an enum of models.
///
/// ```swift
/// enum Sorting: PlainPayload { case byName, byDate }
///
/// @ModelContainer
/// enum Destination {
///   case edit(ItemFormModel)
///   case sort(Sorting)
///   case rename(String)
/// }
/// ```
/// The common types of the standard library and Foundation already conform to it. For a type that isn't yours,
/// mark the case with ``ModelContainerIgnored()``.
public protocol PlainPayload: ModelContainer, Equatable where StateContainer == Self {}

extension PlainPayload {
  /// Returns the value at a place.
  @inlinable
  public static func models(in place: ModelPlace<Self>) -> Self { place.state }
}

extension Bool: PlainPayload {}
extension Character: PlainPayload {}
extension Double: PlainPayload {}
extension Float: PlainPayload {}
extension Int: PlainPayload {}
extension Int32: PlainPayload {}
extension Int64: PlainPayload {}
extension String: PlainPayload {}
extension UInt: PlainPayload {}
extension UInt64: PlainPayload {}
extension Data: PlainPayload {}
extension Date: PlainPayload {}
extension Decimal: PlainPayload {}
extension URL: PlainPayload {}
extension UUID: PlainPayload {}
