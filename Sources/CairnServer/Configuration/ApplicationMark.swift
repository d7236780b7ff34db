import Foundation

/// The picture that stands for an application where the server has to write a page for it.
enum ApplicationMark {
  /// The file in one of the application's own folders.
  static let fileName = "favicon.svg"
}

extension ServerSettings {
  /// Whether the application has a mark of its own: the package's is no other product's.
  var hasOwnMark: Bool {
    publicDirectories.contains { directory in
      FileManager.default.fileExists(atPath: "\(directory)/\(ApplicationMark.fileName)")
    }
  }
}
