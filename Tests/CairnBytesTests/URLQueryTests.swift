import CairnBytes
import Testing

@Suite struct URLQueryTests {
  @Test(
    arguments: [
      ("", []), ("&&", []), ("a", ["a:"]), ("a=", ["a:"]), ("=", [":"]), ("=1", [":1"]),
      ("a=1&b=2&a=3", ["a:1", "b:2", "a:3"]), ("&a=1&", ["a:1"]), ("a=b=c", ["a:b=c"]),
      ("a;b=1", ["a;b:1"]), ("a+b=c+d", ["a b:c d"]), ("a%3D=%26%2B", ["a=:&+"]),
      ("a=%&b=%4&c=%zz", ["a:%", "b:%4", "c:%zz"]), ("a=%C3&b=%A9", ["a:%C3", "b:%A9"]),
      ("é=é", ["é:é"]),
    ] as [(String, [String])])
  func `A query consists of names and values`(query: String, expected: [String]) {
    let items = query.withBytes { URLQuery.items($0) }
    #expect(items.map { "\($0.name):\($0.value)" } == expected)
    let part = "?\(query)".utf8.dropFirst()
    #expect(URLQuery.items(part).map { "\($0.name):\($0.value)" } == expected)
  }
}
