import CairnHTTP
import Synchronization

/// The header fields of a page's or an endpoint's response that middleware can neither see nor change.
///
/// They're part of a change of the session that's already stored. Without them, the browser would lose its session, or
/// keep data of a user who has signed out.
final class WithheldFields: Sendable {
  private static let names = ["Set-Cookie", "Clear-Site-Data"]

  /// The cache policies that keep other clients from getting a cookie.
  private static let policies = ["private, no-store", "private, no-cache"]

  private let fields = Mutex<[(name: String, value: String)]>([])

  /// Returns a response without its fields of this kind, which are kept for ``restored(to:)``.
  func taken(from response: HTTPResponse) -> HTTPResponse {
    var response = response
    for name in Self.names {
      let values = response.headers.values(of: name)
      guard !values.isEmpty else { continue }
      response.headers[name] = nil
      fields.withLock { $0 += values.map { (name, $0) } }
    }
    return response
  }

  /// Returns the response of the middleware with the fields.
  ///
  /// A response with a cookie can't be cached for other clients, regardless of the policy that a middleware has set.
  func restored(to response: HTTPResponse) -> HTTPResponse {
    var response = response
    for (name, value) in fields.withLock({ $0 }) { response.headers.append(name, value) }
    let policy = response.headers.values(of: "Cache-Control")
    if response.headers["Set-Cookie"] != nil,
      policy.count != 1 || !Self.policies.contains(policy[0])
    {
      response.headers["Cache-Control"] = Self.policies[0]
    }
    return response
  }
}
