import CairnHTTP
import Foundation
import Testing

@testable import CairnEndpoints

/// Responses with files on disk.
@Suite struct FileAnswerTests {
  /// A folder with files, which is deleted at the end of the test.
  private final class Folder: Sendable {
    let path: String
    let outside: String

    init() throws {
      let base = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      path = base + "/exports"
      outside = base + "/secret.txt"
      try FileManager.default.createDirectory(
        atPath: path + "/sub/.git", withIntermediateDirectories: true)
      for (name, text) in [
        ("rooms.csv", "id,name\n7,Oak\n"), ("sub/a.txt", "A"), (".hidden", "H"),
        ("sub/.git/b.txt", "B"), ("empty.txt", ""),
      ] {
        try write(text, to: name)
      }
      try Data("S".utf8).write(to: URL(filePath: outside))
      try FileManager.default.createSymbolicLink(
        atPath: path + "/link.txt", withDestinationPath: outside)
      try FileManager.default.createSymbolicLink(
        atPath: path + "/hidden.txt", withDestinationPath: path + "/.hidden")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/inside.txt", withDestinationPath: path + "/sub/a.txt")
    }

    deinit {
      try? FileManager.default.removeItem(
        at: URL(filePath: path).deletingLastPathComponent())
    }

    func write(_ text: String, to name: String, seconds: Double = 784_111_777) throws {
      try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)],
        ofItemAtPath: "\(path)/\(name)")
    }
  }

  private let folder: Folder
  private let site: Site

  init() throws {
    let folder = try Folder()
    self.folder = folder
    site = try Site {
      Endpoint(.get, "/files/*name") { request in
        let name = try request.path("name", as: [String].self).joined(separator: "/")
        return .file(named: name, in: folder.path)
      }
      Endpoint(.get, "/export") { _ in .file("\(folder.path)/rooms.csv").download(as: "Räume.csv") }
      Endpoint(.get, "/folder") { _ in .file(folder.path) }
      Endpoint(.get, "/zero") { _ in .file("\(folder.path)/rooms.csv\0.txt") }
    }
  }

  @Test func `A file has its type, size, tag, and date`() async throws {
    let answer = try await site.answer("/files/rooms.csv")
    #expect(answer.status == 200)
    #expect(answer.text == "id,name\n7,Oak\n")
    #expect(answer.headers["Content-Type"] == "text/csv; charset=utf-8")
    #expect(answer.headers["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(answer.headers["Accept-Ranges"] == "bytes")
    let tag = try #require(answer.headers["ETag"])
    #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 4)
    let empty = try await site.answer("/files/empty.txt")
    #expect(empty.status == 200)
    #expect(empty.bytes == [])
  }

  @Test func `A download keeps the conditions of a file`() async throws {
    let answer = try await site.answer("/export")
    #expect(
      answer.headers["Content-Disposition"]
        == "attachment; filename=\"R_ume.csv\"; filename*=UTF-8''R%C3%A4ume.csv")
    let tag = try #require(answer.headers["ETag"])
    let known = try await site.answer("/export", headers: ["If-None-Match": tag])
    #expect(known.status == 304)
    #expect(known.headers["ETag"] == tag)
    #expect(known.headers["Content-Type"] == nil)
    // The body isn't sent. Its size is the length that a response with the file would have.
    #expect(known.bytes == answer.bytes)
  }

  @Test func `A file that changes gets another tag`() async throws {
    let first = try await site.answer("/export").headers["ETag"]
    try folder.write("id,name\n8,Elm\n", to: "rooms.csv", seconds: 784_111_778)
    let second = try await site.answer("/export").headers["ETag"]
    #expect(first != second)
  }

  @Test(arguments: [
    ("If-None-Match", "*", 304), ("If-None-Match", "\"other\"", 200), ("If-None-Match", "", 200),
    ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT", 304),
    ("If-Modified-Since", "Sun, 06 Nov 1994 08:49:36 GMT", 200),
    ("If-Modified-Since", "Mon, 07 Nov 1994 00:00:00 GMT", 304),
    ("If-Modified-Since", "tomorrow", 200),
  ])
  func `A client that has the file doesn't get it`(
    name: String, value: String, status: Int
  ) async throws {
    let answer = try await site.answer("/files/rooms.csv", headers: [name: value])
    #expect(answer.status == status)
    let head = try await site.answer(.head, "/files/rooms.csv", headers: [name: value])
    #expect(head.status == status)
  }

  @Test(arguments: [
    ("If-Match", "*", 200), ("If-Match", "\"other\"", 412), ("If-Match", "", 412),
    ("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:37 GMT", 200),
    ("If-Unmodified-Since", "Sun, 06 Nov 1994 08:49:36 GMT", 412),
    ("If-Unmodified-Since", "tomorrow", 200),
  ])
  func `A client that requires another file doesn't get this one`(
    name: String, value: String, status: Int
  ) async throws {
    for method in [HTTPMethod.get, .head] {
      let answer = try await site.answer(method, "/files/rooms.csv", headers: [name: value])
      #expect(answer.status == status)
    }
  }

  @Test func `A client requires a file by its strong tag`() async throws {
    let tag = try #require(try await site.answer("/export").headers["ETag"])
    for (field, status) in [("\"other\", \(tag)", 200), ("W/\(tag)", 412)] {
      let answer = try await site.answer(
        "/export",
        headers: ["If-Match": field, "If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"])
      #expect(answer.status == status)
    }
    // A file that the client requires and already has isn't sent again.
    let known = try await site.answer("/export", headers: ["If-Match": tag, "If-None-Match": tag])
    #expect(known.status == 304)
  }

  @Test func `A tag takes precedence over a date`() async throws {
    let answer = try await site.answer(
      "/files/rooms.csv",
      headers: [
        "If-None-Match": "\"other\"", "If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT",
      ])
    #expect(answer.status == 200)
  }

  @Test(arguments: [
    ("bytes=0-1", 206, "id", "bytes 0-1/14") as (String, Int, String?, String?),
    ("bytes=-4", 206, "Oak\n", "bytes 10-13/14"),
    ("bytes=8-", 206, "7,Oak\n", "bytes 8-13/14"), ("bytes=14-", 416, nil, "bytes */14"),
    ("bytes=0-1,3-4", 200, nil, nil), ("rows=0-1", 200, nil, nil),
  ])
  func `A client can request part of a file`(
    range: String, status: Int, text: String?, contentRange: String?
  ) async throws {
    let answer = try await site.answer("/files/rooms.csv", headers: ["Range": range])
    #expect(answer.status == status)
    #expect(answer.headers["Content-Range"] == contentRange)
    if let text { #expect(answer.text == text) }
    let type = answer.headers["Content-Type"]
    #expect(type == (status == 416 ? "application/problem+json" : "text/csv; charset=utf-8"))
  }

  @Test func `A part is sent only if the file is the one that the client knows`() async throws {
    let tag = try #require(try await site.answer("/export").headers["ETag"])
    for (known, status) in [
      (tag, 206), ("W/\(tag)", 200), ("\"other\"", 200), ("Sun, 06 Nov 1994 08:49:37 GMT", 200),
    ] {
      let answer = try await site.answer(
        "/export", headers: ["Range": "bytes=0-1", "If-Range": known])
      #expect(answer.status == status, "\(known)")
    }
  }

  @Test(arguments: [
    ("/files/sub/a.txt", "A"), ("/files/inside.txt", "A"),
  ])
  func `Files in subdirectories and links to them are sent`(
    target: String, text: String
  ) async throws {
    let answer = try await site.answer(target)
    #expect(answer.status == 200)
    #expect(answer.text == text)
  }

  @Test(arguments: [
    "/files/missing.txt", "/files/..%2Fsecret.txt", "/files/%2E%2E/secret.txt",
    "/files/sub/..%2F..%2Fsecret.txt", "/files/link.txt", "/files/hidden.txt", "/files/.hidden",
    "/files/sub/.git/b.txt", "/files/sub", "/files/%2Fetc%2Fpasswd", "/files/rooms.csv%00.txt",
    "/files/sub%2F%2Fa.txt", "/folder", "/zero",
  ])
  func `Anything else isn't found`(target: String) async throws {
    let answer = try await site.answer(target)
    #expect(answer.status == 404)
    #expect(answer.text == #"{"status":404,"title":"Not Found"}"#)
  }

  @Test func `A pipe isn't opened`() async throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(try await site.answer("/files/pipe").status == 404)
  }

  @Test func `Conditions are ignored for other methods and other statuses`() async throws {
    let path = folder.path + "/rooms.csv"
    let site = try Site {
      Endpoint(.post, "/") { _ in .file(path) }
      Endpoint(.get, "/") { _ in
        var response = EndpointResponse.file(path)
        response.status = .accepted
        return response
      }
    }
    for (method, status) in [(HTTPMethod.post, 200), (.get, 202)] {
      let answer = try await site.answer(
        method, "/", headers: ["If-None-Match": "*", "Range": "bytes=0-1"])
      #expect(answer.status == status)
      #expect(answer.bytes.count == 14)
    }
  }
}
