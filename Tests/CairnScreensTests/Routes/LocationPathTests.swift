import CairnBytes
import Testing

@testable import CairnScreens

@Suite struct LocationPathTests {
  @Test(arguments: ["7", "a b", "a/b", "é", "", ".", "..", "~", "?a=1"])
  func `A value is one segment of the location that its path leads to`(value: String) throws {
    let path: LocationPath = "items/\(value)/edit"
    #expect(path.text == Location(["items", value, "edit"]).path.dropFirst())
    #expect(Location(path: path.text)?.segments == ["items", value, "edit"])
  }

  @Test(arguments: ["", ".", "..", "~", "a b&c"])
  func `A value that's part of a segment or query is only encoded`(value: String) {
    var encoded = ""
    PercentCoding.append(value, to: &encoded)
    #expect(("files/report\(value)" as LocationPath).text == "files/report" + encoded)
    #expect(("files/\(value).txt" as LocationPath).text == "files/\(encoded).txt")
    #expect(("items?q=\(value)" as LocationPath).text == "items?q=" + encoded)
    #expect(("items?q=a/\(value)" as LocationPath).text == "items?q=a/" + encoded)
    #expect(("items/\(value)?q=1" as LocationPath).text.hasSuffix(encoded + "?q=1"))
  }

  @Test func `A location path includes the query`() {
    let location = Location(["items"], query: [Location.QueryItem("q", "a b")])
    #expect("/" + LocationPath(location).text == location.url)
  }

  @Test func `A path never leads to another server`() {
    let path: LocationPath = "//example.com/\(7)"
    #expect(path.text == "example.com/7")
    #expect(("/a" as LocationPath).text == "a")
  }
}
