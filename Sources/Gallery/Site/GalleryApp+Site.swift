import Cairn
import CairnServer
import CairnSessions
import Foundation

extension GalleryApp {
  /// Creates the server of the gallery, also for tests.
  static func server(
    _ settings: ServerSettings, sessions: any SessionStore = MemorySessionStore(),
    withDependencies prepare: (inout DependencyValues) -> Void = { _ in }
  ) throws -> Server {
    let address = address(settings)
    return try Server(settings: settings, sessions: sessions, withDependencies: prepare) {
      MovedSample(from: "\(address.prefix)/stock", to: "\(address.prefix)/inventory")
      wellKnownFiles(at: address)
      mounts()
    }
  }

  /// Returns the address at which visitors reach a server with the settings.
  static func address(_ settings: ServerSettings) -> PublicAddress {
    PublicAddress(
      origin: settings.publicOrigin ?? "http://localhost:\(settings.port)",
      prefix: settings.pathPrefix)
  }

  /// The files that search engines and other programs request at fixed paths.
  ///
  /// They must be at the root of the host. If the server has a prefix, its proxy can pass requests for them to the paths
  /// below the prefix.
  @EndpointBuilder
  private static func wellKnownFiles(at address: PublicAddress) -> [Endpoint] {
    Endpoint(.get, "/robots.txt") { _ in
      .text(
        """
        User-agent: *
        Disallow: \(address.prefix)/members/
        Sitemap: \(address.url("/sitemap.xml"))

        """)
    }
    sitemap(at: address)
    // RFC 9116 requires a date of expiry, and recommends less than a year.
    Endpoint(.get, "/.well-known/security.txt") { _ in
      @Dependency(\.date.now) var now
      let expiry = now + 90 * 24 * 60 * 60
      return .text(
        """
        Contact: mailto:security@example.org
        Expires: \(expiry.formatted(.iso8601))
        Preferred-Languages: en
        Canonical: \(address.url("/.well-known/security.txt"))

        """)
    }
    // Pages link to the icon. This path is for programs that don't read the page.
    Endpoint(.get, "/favicon.ico") { _ in
      .redirect(to: "\(address.prefix)/public/favicon.svg", .temporary)
    }
  }

  /// The list of screens for search engines, from the maps of the samples.
  ///
  /// Screens of accounts are left out, and screens that need items of the query.
  private static func sitemap(at address: PublicAddress) -> Endpoint {
    let maps = mounts().compactMap(\.map)
    return Endpoint(.get, "/sitemap.xml") { _ in
      @Dependency(\.inventory) var inventory
      let ids = inventory.items().suffix(1000).map { "\($0.id)" }
      let paths = maps.flatMap {
        $0.paths(
          values: ["id": ids],
          excluding: [
            "/members", "/menu/stack/confirmation", "/menu/tree/sign-up", "/trains/lock",
            "/trains/home/detail", "/trains/home/settings", "/trains/home/shortcuts",
          ])
      }
      return .sitemap((["/"] + paths).map(address.url))
    }
  }
}
