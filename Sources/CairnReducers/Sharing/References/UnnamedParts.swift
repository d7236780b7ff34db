import Synchronization

/// The kinds of shared values that belong to a key, but can't be found again after a restart.
enum UnnamedParts {
  private struct Kind: Hashable {
    let part: ObjectIdentifier
    let whole: ObjectIdentifier
  }

  private static let reported = Mutex<Set<Kind>>([])

  /// Reports that a shared value is stored without the name of its key. An issue is reported once for each pair of types.
  static func report(_ part: Any.Type, of whole: Any.Type) {
    let kind = Kind(part: ObjectIdentifier(part), whole: ObjectIdentifier(whole))
    guard reported.withLock({ $0.insert(kind).inserted }) else { return }
    Issue.report(
      """
      A shared value is stored without its key. After a restart, it's a separate value, and changes to \
      it don't reach the value of the key.

        Type:
          \(part)
        Type of the key's value:
          \(whole)

      Likely causes:

      • It's an element whose ID or key isn't Codable. Declare the conformance.
      • It's a part that has no name, such as a computed property, or the result of a custom subscript. \
      Share a stored property, the wrapped value of an optional, an element, or the whole value.
      • The key isn't an in-memory, session, or file key. Don't pass its value on. Declare a property \
      with the key in each state that uses the value.
      """)
  }
}
