public import Foundation
internal import IssueReporting

extension DependencyValues {
  /// Opens an address on the device of who uses the feature. In a test it has to be set.
  ///
  /// ```swift
  /// @Dependency(\.openURL) var openURL
  /// ```
  /// A server has no such device: the live one reports an issue, and opens nothing. A feature that leads
  /// elsewhere has a `Link` in its view; this is for features that come from an application with a window,
  /// where their new home gives it a meaning by `withDependencies`.
  public var openURL: OpenURLEffect {
    get { self[OpenURLKey.self] }
    set { self[OpenURLKey.self] = newValue }
  }

  private enum OpenURLKey: DependencyKey {
    static let liveValue = OpenURLEffect { url in
      reportIssue(
        """
        A feature was asked to open \(url), which a server can not do.

        • Show a 'Link' to it in the feature's view.
        • Or say what it means here: 'withDependencies { $0.openURL = OpenURLEffect { url in … } }'.
        """)
      return false
    }
    static let testValue = OpenURLEffect { _ in
      reportUnimplemented("openURL")
      return false
    }
  }
}

/// Opens an address.
public struct OpenURLEffect: Sendable {
  private let handler: @Sendable (URL) async -> Bool

  /// - Parameter handler: Opens an address, and answers whether it could.
  public init(handler: @escaping @Sendable (_ url: URL) async -> Bool) {
    self.handler = handler
  }

  /// Opens an address; answers whether it could.
  @discardableResult
  public func callAsFunction(_ url: URL) async -> Bool {
    await handler(url)
  }
}
