import Testing

@testable import CairnScreens

@Suite struct LocationPathTests {
  @Test(arguments: ["7", "a b", "a/b", "é", "", ".", "..", "~", "?a=1"])
  func `a value is one segment of the location that its path leads to`(value: String) throws {
    let path: LocationPath = "items/\(value)/edit"
    #expect(path.text == Location(["items", value, "edit"]).path.dropFirst())
    #expect(Location(path: path.text)?.segments == ["items", value, "edit"])
  }

  @Test func `a location has its query`() {
    let location = Location(["items"], query: [Location.QueryItem("q", "a b")])
    #expect("/" + LocationPath(location).text == location.url)
  }

  @Test func `a path leads to no other server`() {
    let path: LocationPath = "//example.com/\(7)"
    #expect(path.text == "example.com/7")
    #expect(("/a" as LocationPath).text == "a")
  }
}
