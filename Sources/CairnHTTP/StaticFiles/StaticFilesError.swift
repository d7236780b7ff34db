/// Why static files could not be read, in one line.
public enum StaticFilesError: Error, Equatable, CustomStringConvertible {
  case notADirectory(String)
  case unreadable(String, reason: String)

  public var description: String {
    switch self {
    case .notADirectory(let path): "There is no directory '\(path)' of static files."
    case .unreadable(let path, let reason): "The static file '\(path)' can't be read: \(reason)."
    }
  }
}
