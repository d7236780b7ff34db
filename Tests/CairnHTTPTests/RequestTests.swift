import Testing

@testable import CairnHTTP

struct RequestTests {
  @Test(
    arguments: [
      ("/", "/", [], nil), ("/a/b", "/a/b", ["a", "b"], nil), ("/a/", "/a/", ["a", ""], nil),
      ("/a%2Fb/c%20d", "/a/b/c d", ["a/b", "c d"], nil), ("/a+b?", "/a+b", ["a+b"], ""),
      ("/%E2%82%AC?x=%zz", "/€", ["€"], "x=%zz"),
      ("http://host:80/a?b", "/a", ["a"], "b"), ("HTTP://host", "/", [], nil), ("*", "*", [], nil),
      ("/a?b?c", "/a", ["a"], "b?c"), ("/%00", "/\0", ["\0"], nil), ("/ü", "/ü", ["ü"], nil),
    ] as [(String, String, [String], String?)])
  func `Splits a target into path and query`(
    target: String, path: String, segments: [String], query: String?
  ) throws {
    let request = try #require(HTTPRequest(target: target))
    #expect(request.path == path)
    #expect(request.pathSegments == segments)
    #expect(request.query == query)
  }

  @Test func `An absolute target determines the host`() throws {
    let request = try #require(
      HTTPRequest(target: "http://one.example:81/a", headers: ["Host": "two.example"]))
    #expect(request.host == "one.example:81")
    #expect(try #require(HTTPRequest(target: "/", headers: ["Host": "two"])).host == "two")
    #expect(try #require(HTTPRequest(target: "HTTPS://x")).path == "/")
  }

  @Test(arguments: [
    "", "a", "//\u{7f}", "/a b", "/a\tb", "http://user@host/", "http://h\u{e9}st", "/%", "/%2",
    "/%g0", "/%ff", "ftp://a/",
  ])
  func `Rejects invalid targets`(target: String) {
    #expect(HTTPRequest(target: target) == nil)
  }

  @Test(arguments: ["\u{301}", "\u{323}\u{301}\u{327}", "\u{f73}"])
  func `Limits consecutive combining marks as Unicode advises`(marks: String) {
    let run = String(
      String.UnicodeScalarView(
        (0..<31).map { Array(marks.unicodeScalars)[$0 % marks.unicodeScalars.count] }))
    let advised = String(String.UnicodeScalarView(run.unicodeScalars.dropLast()))
    for place in ["/a%@b", "/x?a=%@b", "/x?%%%@"] {
      #expect(HTTPRequest(target: place.replacing("%@", with: advised)) != nil, "\(place)")
      #expect(HTTPRequest(target: place.replacing("%@", with: run)) == nil, "\(place)")
    }
    let encoded = run.utf8.map { "%" + String($0, radix: 16) }.joined()
    #expect(HTTPRequest(target: "/a" + encoded) == nil)
    #expect(HTTPRequest(target: "/?a=" + encoded) == nil)
  }

  @Test func `A method is read by its bytes`() {
    #expect(HTTPMethod("GET") == .get)
    #expect(HTTPMethod("get") == .other("get"))
    #expect(HTTPMethod("GE\u{301}T").name.isEmpty)
  }

  @Test func `A request made by a test has the given values`() throws {
    let request = try #require(
      HTTPRequest(
        method: .post, target: "/a?b=1", headers: ["Cookie": " a = 1 ;b=\"x\";a=2"],
        form: [(name: "n", value: "v")], isSecure: true))
    #expect(request.method == .post)
    #expect(request.headers["COOKIE"] != nil)
    #expect(request.headers.all.count == 1)
    #expect(request.cookie("a") == "1")
    #expect(request.cookie("b") == "\"x\"")
    #expect(request.cookie("c") == nil)
    #expect(request.cookies.count == 3)
    #expect(request.form.map(\.value) == ["v"])
    #expect(request.isSecure)
    #expect(!request.isRead)
  }

  @Test func `Header fields ignore case`() {
    var headers: HTTPHeaders = ["A": "1", "b": "2", "a": "3"]
    #expect(headers["a"] == "1")
    headers["a"] = "4"
    #expect(headers.map(\.value) == ["4", "2"])
    headers["B"] = nil
    headers["c"] = "5"
    headers.append("C", "6")
    #expect(headers.map { "\($0.name)=\($0.value)" } == ["A=4", "c=5", "C=6"])
  }
}
