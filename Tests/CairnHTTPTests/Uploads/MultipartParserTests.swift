import Testing

@testable import CairnHTTP

struct MultipartParserTests {
  /// A form as it was read, with a line per part with its header and bytes, or `nil` if it was rejected.
  private func parts(of text: String, boundary: String = "B", pieces: Int = .max) -> [String]? {
    let type = "multipart/form-data; boundary=\(boundary)"
    guard var parser = MultipartParser(contentType: type) else { return nil }
    var parts: [String] = []
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = pieces < bytes.count - start ? start + pieces : bytes.count
      let isRead = bytes[start..<end].withUnsafeBytes { piece in
        parser.read(piece) { event in
          switch event {
          case .begin(let part):
            parts.append("\(part.name),\(part.fileName ?? "-"),\(part.contentType ?? "-"):")
          case .bytes(let bytes):
            parts[parts.count - 1] += String(decoding: bytes, as: UTF8.self)
          case .end: parts[parts.count - 1] += "."
          }
          return true
        }
      }
      guard isRead else { return nil }
      start = end
    }
    return parser.isComplete ? parts : nil
  }

  private static let field = "Content-Disposition: form-data; name=\"f\""

  private func form(_ parts: String...) -> String {
    parts.map { "--B\r\n\($0)\r\n" }.joined() + "--B--\r\n"
  }

  @Test(arguments: [1, 2, 3, 7, 64, .max])
  func `Parts are the same in pieces of any size`(pieces: Int) {
    let text = form(
      "\(Self.field)\r\n\r\n", "\(Self.field)\r\n\r\n\r\n--b\r\n-\r\n",
      "\(Self.field); filename=\"a b.txt\"\r\nContent-Type: text/plain\r\n\r\n\r\n--\r\n\r",
      "content-disposition:form-data;NAME=g\r\nX-Other: y\r\n\r\n2")
    #expect(
      parts(of: "before\r\n" + text + "after", pieces: pieces) == [
        "f,-,-:.", "f,-,-:\r\n--b\r\n-\r\n.", "f,a b.txt,text/plain:\r\n--\r\n\r.", "g,-,-:2.",
      ])
  }

  @Test func `A file name is read as browsers write it`() {
    let text = form("\(Self.field); filename=\"C:\\%22a%22;=%0D%0A%41.txt\"\r\n\r\n")
    #expect(parts(of: text) == ["f,C:\\\"a\";=\r\n%41.txt,-:."])
  }

  @Test func `A boundary may be in quotes`() {
    let text = "--a b:?\r\n\(Self.field)\r\n\r\n1\r\n--a b:?--"
    #expect(parts(of: text, boundary: "\"a b:?\"; charset=utf-8") == ["f,-,-:1."])
  }

  @Test(arguments: [
    "", "\"\"", "\"B", "B\"", "B; boundary=B", String(repeating: "b", count: 71),
  ]) func `A boundary must be unique and of normal length`(boundary: String) {
    #expect(MultipartParser(contentType: "multipart/form-data; boundary=\(boundary)") == nil)
  }

  @Test(arguments: [
    "", "--B", "--B\r\n", "--B\r\n\(field)", "--B\r\n\(field)\r\n\r\n1",
    "--B\r\n\(field)\r\n\r\n1\r\n--B",
    "--B\r\n\(field)\r\n\r\n1\r\n--B-",
  ]) func `A truncated form isn't complete`(text: String) {
    #expect(parts(of: text) == nil)
  }

  @Test(arguments: [
    "Content-Disposition: form-data", "Content-Disposition: attachment; name=f", "X: y",
    "Content-Disposition: form-data; name=\"f", "Content-Disposition: form-data; name=f; name=g",
    "Content-Disposition: form-data; name=\"f\"g", "Content-Disposition: form-data name=f",
    "Content-Disposition: form-data; name", "\(field)\r\n\(field)", "\(field)\r\n folded",
    "\(field)\r\nno field",
    "\(field)\r\n: y", "\(field)\nX: y", "\(field)\r\nX: \0",
    "\(field)\r\nX: \(String(repeating: "y", count: 9000))",
    "\(field)\r\nContent-Type: a/b\r\nContent-Type: a/b",
    "\(field)\r\nContent-Type: a/\(String(repeating: "b", count: 300))",
    "\(field)\r\nContent-Type: a/é\r\nContent-Type: a/b",
    "\(field)\r\nContent-Transfer-Encoding: base64",
    "\(field)\r\nContent-Transfer-Encoding: quoted-printable", "\(field); filename*=utf-8''a.txt",
    "\(field)\r\nContent-Transfer-Encoding:", "\(field); filename=\"a\"; filename*=utf-8''b",
    "\(field); name*=utf-8''g", "Content-Disposition: form-data; name*=utf-8''f",
  ]) func `An invalid part header is rejected`(header: String) {
    #expect(parts(of: form("\(header)\r\n\r\n1")) == nil)
  }

  @Test(arguments: ["7bit", "8BIT", " binary \t"])
  func `A part may be declared as not encoded`(encoding: String) {
    let text = form("\(Self.field)\r\nContent-Transfer-Encoding:\(encoding)\r\n\r\n=41")
    #expect(parts(of: text) == ["f,-,-:=41."])
  }

  @Test func `Only a line break may follow a boundary`() {
    #expect(parts(of: "--B \r\n\(Self.field)\r\n\r\n1\r\n--B--") == nil)
    #expect(parts(of: "--B\r\n\(Self.field)\r\n\r\n1\r\n--B1\r\n--B--") == nil)
  }
}
