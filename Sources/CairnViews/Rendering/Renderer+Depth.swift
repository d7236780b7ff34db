import IssueReporting
import Synchronization

extension Renderer {
  /// The maximum number of views that can be nested in each other.
  ///
  /// A view that contains itself, such as a folder in a folder, is nested as deeply as its state. Each level requires
  /// space on the stack.
  @inlinable static var depthLimit: Int { 200 }

  /// Enters a nested view.
  /// - Returns: Whether the view is evaluated. If it's nested too deeply, it's omitted, and the first view of its
  ///   type is reported.
  @inlinable
  mutating func enter<V: View>(_ type: V.Type) -> Bool {
    guard depth < Self.depthLimit else { return Self.isTooDeep(type) }
    depth += 1
    return true
  }

  @inlinable
  mutating func leave() { depth -= 1 }

  private static let reported = Mutex<Set<ObjectIdentifier>>([])

  @usableFromInline
  static func isTooDeep<V: View>(_ type: V.Type) -> Bool {
    guard reported.withLock({ $0.insert(ObjectIdentifier(type)).inserted }) else { return false }
    reportIssue(
      """
      A page has more than \(depthLimit) nested views. Deeper levels were omitted from the page, \
      starting with a \(V.self).

      The state isn't affected. This happens if a view contains itself, and its state is nested too \
      deeply. Show only a few levels, and open deeper levels on a separate page. In the reducer, limit \
      how deeply users can nest the state.
      """)
    return false
  }
}
