import Testing

@testable import CairnEndpoints

/// Lines of comma-separated values.
@Suite struct CSVRowTests {
  @Test(arguments: [
    ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("\"", "\"\"\"\""), ("a\r\nb", "\"a\r\nb\""),
    ("", "\"\""), ("é", "\"é\""), ("a\"\u{301}", "\"a\"\"\u{301}\""),
  ])
  func `A field can contain any characters`(field: String, quoted: String) {
    #expect(Array(CSVRow([field, "x"]).text.utf8) == Array("\(quoted),\"x\"\r\n".utf8))
  }

  @Test(arguments: [
    "=1+1", "+1", "-1+1", "-", "- item", "@x", "\t=1", "\r\n", "\0", "＝1+1", "＋1", "－1", "＠x", "﹦1",
    "﹣1",
    "=\u{301}", "-١",
  ])
  func `A field that begins like a formula is marked as text`(field: String) {
    let row = CSVRow(["x", field])
    #expect(Array(row.text.utf8) == Array("\"x\",\"'\(field)\"\r\n".utf8))
    let plain = CSVRow(["x", field], neutralizingFormulas: false)
    #expect(Array(plain.text.utf8) == Array("\"x\",\"\(field)\"\r\n".utf8))
  }

  @Test(arguments: ["-1", "-1.5", "1", " =1", "a=1", "", "'=1", "—", "é", "\"=1\""])
  func `Other fields stay as they are`(field: String) {
    let row = CSVRow([field])
    #expect(row == CSVRow([field], neutralizingFormulas: false))
    #expect(!row.text.hasPrefix("\"'") || field.hasPrefix("'"))
  }

  @Test func `A response has the lines of all rows`() async throws {
    let site = try Site {
      Endpoint(.get, "/") { _ in .csv([CSVRow(["id", "name"]), CSVRow(["7", "Oak"])]) }
    }
    let answer = try await site.answer("/")
    #expect(answer.status == 200)
    #expect(answer.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(answer.text == "\"id\",\"name\"\r\n\"7\",\"Oak\"\r\n")
  }
}
