import CairnBytes
package import CairnEndpoints
import CairnFeatures
package import CairnScreens
package import CairnTexts
import CairnViews
import Synchronization

/// An application at a path of the server, with its endpoints.
public struct Mount: Sendable {
  /// The path below the server's prefix, which identifies the application in stored scenes and recordings.
  package let path: String
  /// The path segments in front of the application's locations, including the server's prefix.
  package let prefix: Location
  /// The path in front of the application's locations, with a trailing slash.
  package let root: String
  /// The ID of the application in browsers.
  package let identity: UInt64
  /// The application's type.
  package let application: any App.Type
  package let make: @Sendable () -> ScenePage
  /// The application's endpoints below the path.
  package let endpoints: [Endpoint]
  package let habits = PageHabits()
  /// The languages of the application, with its texts.
  package let localization: Localization
  /// The error in the application's string catalog, or `nil` if there is none.
  package let catalogError: (any Error)?

  /// Creates a mount of an application at a path.
  /// - Parameters:
  ///   - path: The path of the application, such as `/` or `/inventory`.
  ///   - app: The application's type. The server creates an instance for each scene.
  public init<A: App>(_ path: String, _ app: A.Type) {
    let prefix = Location(path.split(separator: "/").map(String.init))
    let strings = Result { try A.strings }
    self.init(
      path: prefix.path, prefix: prefix, application: app,
      endpoints: A.endpoints.map { $0.prefixed(by: prefix) },
      localization: Localization(languages: A.languages, strings: try? strings.get()) {
        A.systemText($0, in: $1)
      }, catalogError: strings.failure
    ) {
      let stores = RootStores()
      var page = RootStores.$current.withValue(stores) { A().body._page }
      page.keepStores(stores.all)
      return page
    }
  }

  private init(
    path: String, prefix: Location, application: any App.Type, endpoints: [Endpoint],
    localization: Localization, catalogError: (any Error)?,
    make: @escaping @Sendable () -> ScenePage
  ) {
    self.path = path
    self.prefix = prefix
    self.application = application
    self.endpoints = endpoints
    self.localization = localization
    self.catalogError = catalogError
    self.make = make
    root = prefix.segments.isEmpty ? "/" : prefix.path + "/"
    identity = StableHash.of(prefix.path)
  }

  /// Returns the application below another path.
  package func prefixed(by outer: Location) -> Mount {
    Mount(
      path: path, prefix: prefix.prefixed(by: outer), application: application,
      endpoints: endpoints.map { $0.prefixed(by: outer) }, localization: localization,
      catalogError: catalogError, make: make)
  }
}

extension Result {
  /// The error, or `nil` for a success.
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

/// Observations about recent pages of an application.
package final class PageHabits: Sendable {
  private let work = Atomic(false)

  /// Whether views start work when they appear. If so, the server lets them appear before it renders a page.
  package var beginsWork: Bool {
    get { work.load(ordering: .relaxed) }
    set { if newValue != beginsWork { work.store(newValue, ordering: .relaxed) } }
  }
}

/// A result builder for lists of applications.
@resultBuilder
public enum MountBuilder {
  /// Combines applications into a list.
  public static func buildBlock(_ mounts: Mount...) -> [Mount] { mounts }
}

extension [Mount] {
  /// Returns the application with the longest prefix of a location, and the rest of the location. Returns `nil` if no
  /// application has a matching prefix.
  package func match(_ location: Location) -> (mount: Mount, location: Location)? {
    // The applications are compared in place, because copying them takes longer than comparing their prefixes.
    var match: (index: Int, length: Int)?
    for index in indices where location.segments.begins(with: self[index].prefix.segments) {
      let length = self[index].prefix.segments.count
      if length >= match?.length ?? 0 { match = (index, length) }
    }
    return match.map { match in
      let rest = Location(
        [String](location.segments.dropFirst(match.length)), query: location.query)
      return (self[match.index], rest)
    }
  }
}
