import Foundation

/// The icon for pages that the server creates itself, such as error pages.
enum ApplicationMark {
  /// The name of the icon's file in one of the application's folders.
  static let fileName = "favicon.svg"
}

extension ServerSettings {
  /// Whether the application has its own icon. The package's icon isn't used for other products.
  var hasOwnMark: Bool {
    publicDirectories.contains { directory in
      FileManager.default.fileExists(atPath: "\(directory)/\(ApplicationMark.fileName)")
    }
  }
}
