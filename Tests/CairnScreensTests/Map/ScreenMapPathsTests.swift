import Testing

@testable import CairnScreens

/// The paths of a map, such as for a sitemap.
@Suite struct ScreenMapPathsTests {
  private func map(_ paths: String...) -> ScreenMap {
    paths.reduce(into: ScreenMap()) { map, path in _ = map.add("Screen", path) }
  }

  @Test func `Screens with parameters have no path without values`() {
    let map = map("/", "/help", "/{id}", "/{id}/edit", "/help")
    #expect(map.paths() == ["/", "/help"])
    #expect(
      map.paths(values: ["id": ["7", "a b/é"], "other": ["x"]]) == [
        "/", "/help", "/7", "/a%20b%2F%C3%A9", "/7/edit", "/a%20b%2F%C3%A9/edit",
      ])
    #expect(map.paths(values: ["id": []]) == ["/", "/help"])
  }

  @Test func `Several parameters have a path for each combination`() {
    let map = map("/{country}/{city}")
    #expect(map.paths(values: ["country": ["ch"]]) == [])
    #expect(
      map.paths(values: ["country": ["ch", "at"], "city": ["1", "2"]])
        == ["/ch/1", "/ch/2", "/at/1", "/at/2"])
  }

  @Test func `Excluded paths are left out with the paths below them`() {
    let map = map("/", "/account", "/account/keys", "/accounts", "/{id}")
    #expect(
      map.paths(values: ["id": ["7", "8"]], excluding: ["/account", "/7/"])
        == ["/", "/accounts", "/8"])
    #expect(map.paths(excluding: ["/"]) == [])
  }

  @Test func `The paths are below the path of the application`() throws {
    let prefix = try #require(Location(path: "/z%C3%BCrich"))
    #expect(map("/", "/help").mounted(at: prefix).paths() == ["/z%C3%BCrich", "/z%C3%BCrich/help"])
  }

  @Test func `Items of the query are left out`() {
    let map = ScreenMap(of: Tracker.State.self)
    #expect(
      map.paths() == [
        "/", "/new/issue", "/new/issue/edit", "/new/issue/edit/colors", "/comments", "/help",
      ])
  }
}
