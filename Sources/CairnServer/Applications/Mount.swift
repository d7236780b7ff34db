import CairnScreens

/// An application, and where in the URL it begins.
public struct Mount: Sendable {
  /// The segments in front of the application's locations.
  let prefix: Location
  let make: @Sendable () -> ScenePage

  /// Puts an application at a path.
  /// - Parameters:
  ///   - path: Where it begins: `/` or `/inventory`.
  ///   - app: The application's type; the server makes a value of it for each scene.
  public init<A: App>(_ path: String, _ app: A.Type) {
    prefix = Location(path.split(separator: "/").map(String.init))
    make = { A().body._page }
  }
}

/// Lists the applications of a server.
@resultBuilder
public enum MountBuilder {
  public static func buildBlock(_ mounts: Mount...) -> [Mount] { mounts }
}

extension [Mount] {
  /// The application that a path belongs to, the one with the longest prefix, and the rest of the path.
  func match(_ segments: [String]) -> (mount: Mount, location: Location)? {
    var match: Mount?
    for mount in self where segments.starts(with: mount.prefix.segments) {
      if mount.prefix.segments.count >= match?.prefix.segments.count ?? 0 { match = mount }
    }
    return match.map { ($0, Location([String](segments.dropFirst($0.prefix.segments.count)))) }
  }
}
