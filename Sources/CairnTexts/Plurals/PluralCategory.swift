/// A category of numbers that need the same form of a text, as defined by the Unicode CLDR.
///
/// English has `one` and `other`, and Arabic has all six categories.
package enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}
