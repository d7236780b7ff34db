import CairnBytes
import CairnFeatures
package import CairnScreens
import CairnViews
import Synchronization

/// An application, and where in the URL it begins.
public struct Mount: Sendable {
  /// The segments in front of the application's locations.
  package let prefix: Location
  /// The path in front of the application's locations, with a slash at its end.
  package let root: String
  /// Identifies the application in browsers.
  package let identity: UInt64
  /// The application's type.
  package let application: any App.Type
  package let make: @Sendable () -> ScenePage
  package let habits = PageHabits()

  /// Puts an application at a path.
  /// - Parameters:
  ///   - path: Where it begins: `/` or `/inventory`.
  ///   - app: The application's type; the server makes a value of it for each scene.
  public init<A: App>(_ path: String, _ app: A.Type) {
    prefix = Location(path.split(separator: "/").map(String.init))
    root = prefix.segments.isEmpty ? "/" : prefix.path + "/"
    identity = StableHash.of(prefix.path)
    application = app
    make = {
      let stores = RootStores()
      var page = RootStores.$current.withValue(stores) { A().body._page }
      page.keepStores(stores.all)
      return page
    }
  }
}

/// What the pages of an application were like lately.
package final class PageHabits: Sendable {
  private let work = Atomic(false)

  /// Whether views begin work when they appear, so that a page is made after it.
  package var beginsWork: Bool {
    get { work.load(ordering: .relaxed) }
    set { if newValue != beginsWork { work.store(newValue, ordering: .relaxed) } }
  }
}

/// Lists the applications of a server.
@resultBuilder
public enum MountBuilder {
  public static func buildBlock(_ mounts: Mount...) -> [Mount] { mounts }
}

extension [Mount] {
  /// The application that a location belongs to, the one with the longest prefix, and the rest of the
  /// location.
  package func match(_ location: Location) -> (mount: Mount, location: Location)? {
    var match: Mount?
    for mount in self where location.segments.begins(with: mount.prefix.segments) {
      if mount.prefix.segments.count >= match?.prefix.segments.count ?? 0 { match = mount }
    }
    return match.map { mount in
      var rest = location
      rest.segments.removeFirst(mount.prefix.segments.count)
      return (mount, rest)
    }
  }
}
