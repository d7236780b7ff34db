/// An error while reading static files, with a one-line description.
public enum StaticFilesError: Error, Equatable, CustomStringConvertible {
  /// The path isn't a directory.
  case notADirectory(String)
  /// The file or directory at the path can't be read.
  case unreadable(String, reason: String)

  public var description: String {
    switch self {
    case .notADirectory(let path): "The directory '\(path)' for static files doesn't exist."
    case .unreadable(let path, let reason): "The static file '\(path)' can't be read: \(reason)."
    }
  }
}
