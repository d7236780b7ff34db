import Foundation
import Testing

@testable import CairnServer

@Suite struct AccessEntryTests {
  private let entry = AccessEntry(
    time: 1_795_228_198, address: "203.0.113.9", method: "GET", path: "/inventory/items/7",
    isHTTP10: false, status: 200, bytes: 1234, duration: .microseconds(1_002_003))

  private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

  @Test func `An entry is a line in the Common Log Format`() {
    #expect(
      text(entry.common) == """
        203.0.113.9 - - [21/Nov/2026:02:29:58 +0000] "GET /inventory/items/7 HTTP/1.1" 200 1234 \
        1.002003

        """)
  }

  @Test func `An entry is an object in JSON`() {
    #expect(
      text(entry.json) == """
        {"time":"2026-11-21T02:29:58Z","address":"203.0.113.9","method":"GET",\
        "path":"/inventory/items/7","protocol":"HTTP/1.1","status":200,"bytes":1234,\
        "seconds":1.002003}

        """)
  }

  @Test func `An object in JSON contains the ID of the request`() {
    var entry = entry
    entry.id = "edge-7"
    #expect(text(entry.json).hasSuffix(#""seconds":1.002003,"request":"edge-7"}"# + "\n"))
  }

  @Test func `Unknown values have a placeholder`() {
    var entry = entry
    entry.address = ""
    entry.path = ""
    entry.method = ""
    entry.status = nil
    entry.isHTTP10 = true
    entry.bytes = 0
    entry.duration = .zero
    #expect(
      text(entry.common) == "- - - [21/Nov/2026:02:29:58 +0000] \"- - HTTP/1.0\" - 0 0.000000\n")
    #expect(text(entry.json).contains(#""path":"","protocol":"HTTP/1.0","status":null"#))
  }

  @Test(arguments: [
    ("/a\" 200 \"", #"/a\x22 200 \x22"#), ("/a\\b", #"/a\x5Cb"#),
    ("/a\r\n127.0.0.1 - -", #"/a\x0D\x0A127.0.0.1 - -"#),
    ("/\u{1b}[2J\u{7f}\0", #"/\x1B[2J\x7F\x00"#),
    ("/é\u{202e}", #"/\xC3\xA9\xE2\x80\xAE"#),
  ])
  func `Control characters in a request can't end a log line`(path: String, expected: String) throws
  {
    var entry = entry
    entry.path = path
    entry.method = path
    #expect(text(entry.common).contains("\"\(expected) \(expected) HTTP/1.1\""))
    for line in [entry.common, entry.json] {
      #expect(line.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A })
      #expect(line.filter { $0 == 0x0A }.count == 1)
    }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(entry.json)) as? [String: Any])
    let read = try #require(object["path"] as? String)
    let escaped = path.utf8.map {
      $0 < 0x80 ? String(Unicode.Scalar($0)) : "%" + String($0, radix: 16, uppercase: true)
    }
    #expect(read == escaped.joined())
  }

  @Test func `Long values are shortened`() {
    var entry = entry
    entry.method = String(repeating: "A", count: 100_000)
    #expect(entry.common.count < 9000)
    #expect(entry.json.count < 9000)
  }
}
