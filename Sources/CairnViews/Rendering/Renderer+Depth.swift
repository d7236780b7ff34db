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
      A page has more than \(depthLimit) views within each other. The page was served without the levels \
      below that, starting with a \(V.self).

      The state isn't affected. This happens with a view that contains itself if its state is nested that \
      deeply. Show a few levels only, and open a deeper one on a page of its own. Limit in the reducer how \
      deep a user can nest the state.
      """)
    return false
  }
}
