public import Foundation
internal import IssueReporting

extension DependencyValues {
  /// Opens a URL on the user's device. A test must set it.
  ///
  /// ```swift
  /// @Dependency(\.openURL) var openURL
  /// ```
  /// A server can't open a URL on the user's device, so the live value reports an issue and doesn't open the
  /// URL. To lead the user to another page, use a `Link` in the feature's view. This dependency lets you reuse
  /// features of applications with windows. Override it with `withDependencies` to define what it does on a
  /// server.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    static let liveValue = OpenURLEffect { url in
      reportIssue(
        """
        A feature tried to open \(url), but a server can't open URLs.

        • Show a 'Link' to the URL in the feature's view.
        • Or provide an implementation: 'withDependencies { $0.openURL = OpenURLEffect { url in … } }'.
        """)
      return false
    }
    static let testValue = OpenURLEffect { _ in
      reportUnimplemented("openURL")
      return false
    }
  }
}

/// A function that opens a URL.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// Creates a function that opens a URL.
  /// - Parameter handler: Opens a URL, and returns whether it succeeded.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens a URL.
  /// - Returns: Whether the URL was opened.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}
