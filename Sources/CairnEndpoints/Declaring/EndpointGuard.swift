package import CairnFeatures

/// A guard of an endpoint, with the response to requests that it doesn't admit.
package struct EndpointGuard: Sendable {
  package let sessionGuard: SessionGuard
  /// The URL to redirect other requests to, or `nil` to respond with a problem.
  package let otherwise: String?
}
