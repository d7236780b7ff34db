internal import Foundation
public import FoundationNetworking

extension DependencyValues {
  /// The session for requests to other servers. The live value is the shared session. A test must set it.
  ///
  /// If a test doesn't set it, reading it reports an issue, and every request fails.
  ///
  /// ```swift
  /// @Dependency(\.urlSession) var urlSession
  /// let (data, _) = try await urlSession.data(from: url)
  /// ```
  /// A dependency of your own, which returns only the data that the feature needs, is easier to set in a test.
  public var urlSession: URLSession {
    get { self[URLSessionKey.self] }
    set { self[URLSessionKey.self] = newValue }
  }

  private enum URLSessionKey: DependencyKey {
    static var liveValue: URLSession { .shared }
    static var testValue: URLSession {
      // The issue is reported here, because a request runs on a thread of the session that doesn't belong to a
      // test.
      reportUnimplemented("urlSession")
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [UnimplementedURLProtocol.self]
      return URLSession(configuration: configuration)
    }
  }
}

/// Fails every request.
private final class UnimplementedURLProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    client?.urlProtocol(self, didFailWithError: URLError(.unsupportedURL))
  }

  override func stopLoading() {}
}
