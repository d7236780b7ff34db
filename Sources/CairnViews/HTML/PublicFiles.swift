import CairnBytes
public import CairnDependencies
import IssueReporting

/// The files that the server serves below `/public/`, such as an application's images and style sheets.
///
/// ```swift
/// struct Trailer: View {
///   @Dependency(\.publicFiles) var publicFiles
///
///   var body: some View {
///     Element("video", .attribute("src", publicFiles.url(for: "trailer.mp4")), .attribute("controls"))
///   }
/// }
/// ```
///
/// A URL contains a hash of the file's content, so browsers can keep the file without asking the server again. If the
/// content changes, so does the URL.
public struct PublicFiles: Sendable {
  private let contains: @Sendable (String) -> Bool
  private let url: @Sendable (String) -> String

  /// Creates the files of a server.
  /// - Parameters:
  ///   - contains: Returns whether there is a file with a name.
  ///   - url: Returns the URL of a file.
  package init(
    contains: @escaping @Sendable (String) -> Bool, url: @escaping @Sendable (String) -> String
  ) {
    self.contains = contains
    self.url = url
  }

  /// Creates the files of code that runs without a server, such as a test of a view. Any file can have a URL, which
  /// contains its name without a hash.
  public init() {
    self.init(
      contains: { _ in true },
      url: { name in
        PercentCoding.encoded("/public/\(name)") {
          $0 == UInt8(ascii: "/") || PercentCoding.isUnreserved($0)
        }
      })
  }

  /// Returns the URL of a file, which is a path on the same origin.
  ///
  /// If the server doesn't have the file, an issue is reported, and requests for the URL get 404.
  ///
  /// - Parameter name: The path of the file in its folder, such as `logo.png` or `fonts/text.woff2`.
  public func url(for name: String) -> String {
    if !contains(name) {
      reportIssue(
        """
        There is no public file "\(name)".

        The server reads public files when it starts. Add the file to a folder that you pass with '--public' or \
        'ServerSettings.publicDirectories', and restart the server. The name is the path in this folder, such as \
        "images/logo.png". Upper and lower case are different, and hidden files aren't served.
        """)
    }
    return url(name)
  }
}

extension DependencyValues {
  /// The files that the server serves below `/public/`, for views, features, and endpoints.
  public var publicFiles: PublicFiles {
    get { self[PublicFilesKey.self] }
    set { self[PublicFilesKey.self] = newValue }
  }

  private enum PublicFilesKey: DependencyKey {
    static let liveValue = PublicFiles()
    static let testValue = PublicFiles()
  }
}
