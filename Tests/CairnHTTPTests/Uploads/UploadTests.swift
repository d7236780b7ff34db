import Foundation
import Testing

@testable import CairnHTTP

@Suite(.timeLimit(.minutes(30)))
struct UploadTests {
  private static let type = "Content-Type: multipart/form-data; boundary=B"
  private static let begin =
    "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.bin\"\r\nContent-Type: x/y\r\n\r\n"
  private static let end = "\r\n--B--\r\n"

  private static func body(_ count: Int, _ byte: UInt8 = 0x78) -> [UInt8] {
    Array(begin.utf8) + [UInt8](repeating: byte, count: count) + Array(end.utf8)
  }

  private static func taking(
    _ change: (inout HTTPServer.Configuration) -> Void
  ) -> HTTPServer.Configuration {
    configured {
      $0.daemons = 1
      $0.limits.maxUploadSize = 1_000_000
      change(&$0)
    }
  }

  /// Runs a server that accepts files in a separate folder, which must be empty at the end.
  private func withUploads(
    _ configuration: HTTPServer.Configuration = taking { _ in },
    answer: @escaping @Sendable (HTTPRequest) -> HTTPAnswer = UploadTests.describe,
    test: (HTTPServer, String) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = configuration
    configuration.uploadsFolder = configuration.uploadsFolder ?? folder
    try await withServer(configuration, answer: answer) { server in
      try await test(server, folder)
      try await until { server.uploadedBytes == 0 && Self.files(in: folder).isEmpty }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  private static func files(in folder: String) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.contains("/") }
  }

  /// Describes the received files and their content.
  @Sendable private static func describe(_ request: HTTPRequest) -> HTTPAnswer {
    let files = request.files.map { file in
      let content = FileManager.default.contents(atPath: file.path) ?? Data()
      let mode = try? FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
      return "\(file.field) \(file.name) \(file.contentType) \(file.size) \(content.count) "
        + "\(content.first ?? 0) \(mode as? Int == 0o600) \(file.digest.first ?? 0)"
    }
    let fields = request.form.map { "\($0.name)=\($0.value)" }
    return .now(.text((files + fields).joined(separator: "\n")))
  }

  @Test func `A file is on disk as long as its request`() async throws {
    try await withUploads { server, folder in
      let client = try Client(port: server.port)
      let field = "--B\r\nContent-Disposition: form-data; name=\"g\"\r\n\r\n1\r\n"
      client.request(
        "POST /", header: [Self.type], body: Array(field.utf8) + Self.body(900_000))
      var hasher = SHA256()
      [UInt8](repeating: 0x78, count: 900_000).withUnsafeBytes { hasher.update($0) }
      let digest = hasher.finalize().bytes[0]
      #expect(
        try client.response().text == "f a.bin x/y 900000 900000 120 true \(digest)\ng=1")
      // The connection stays open, and the file is removed.
      try await until { server.uploadedBytes == 0 }
      client.request("GET /")
      #expect(try client.response().status == 200)
    }
  }

  @Test func `A kept file stays`() async throws {
    let (files, kept) = AsyncStream.makeStream(of: HTTPFile.self)
    try await withUploads(
      answer: answering { request in
        for file in request.files { kept.yield(file) }
        return .now(.text("ok"))
      }
    ) { server, folder in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type], body: Self.body(3))
      _ = try client.response()
      var iterator = files.makeAsyncIterator()
      var file = await iterator.next()
      #expect(file.map { FileManager.default.contents(atPath: $0.path) } == Data("xxx".utf8))
      #expect(server.uploadedBytes == 3)
      file = nil
      // The request may exist briefly after the response.
      try await until { server.uploadedBytes == 0 }
    }
  }

  @Test(arguments: [(1_000_000, 200), (1_000_001, 413), (2_500_000, 413)])
  func `The size of a file is limited`(count: Int, status: Int) async throws {
    try await withUploads { server, _ in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type], body: Self.body(count))
      #expect(try client.response().status == status)
    }
  }

  /// A client that's still sending may lose an early response.
  @Test func `A file that's too large is read before the rejection`() async throws {
    try await withUploads { server, _ in
      for (count, isRead) in [(9_000_000, true), (11_000_000, false)] {
        let client = try Client(port: server.port)
        client.request("POST /", header: [Self.type, "Content-Length: \(count)"])
        if isRead { client.send([UInt8](repeating: 0, count: count)) }
        #expect(try client.response().status == 413)
        #expect(client.isClosedByServer(ignoringRest: true))
      }
    }
  }

  @Test func `All files of a form share the limit`() async throws {
    try await withUploads { server, _ in
      let client = try Client(port: server.port)
      let part = Self.body(600_000).dropLast(Self.end.utf8.count) + Array("\r\n".utf8)
      client.request("POST /", header: [Self.type], body: part + Self.body(600_000))
      #expect(try client.response().status == 413)
    }
  }

  @Test func `The number of files is limited`() async throws {
    try await withUploads(Self.taking { $0.limits.maxFiles = 3 }) { server, _ in
      let part = Self.begin + "1\r\n"
      for (count, status) in [(3, 200), (4, 413)] {
        let client = try Client(port: server.port)
        let body = String(repeating: part, count: count) + "--B--"
        client.request("POST /", header: [Self.type], body: Array(body.utf8))
        #expect(try client.response().status == status)
      }
    }
  }

  @Test func `The files of all requests have a limit`() async throws {
    try await withUploads(Self.taking { $0.uploadsLimit = 100_000 }) { server, _ in
      let first = try Client(port: server.port)
      first.request("POST /", header: [Self.type, "Content-Length: 200000"])
      first.send(Array(Self.begin.utf8) + [UInt8](repeating: 0, count: 60_000))
      try await until { server.uploadedBytes > 50_000 }
      let second = try Client(port: server.port)
      second.request("POST /", header: [Self.type], body: Self.body(50_000))
      let response = try second.response()
      #expect(response.status == 503)
      #expect(response["Retry-After"] != nil)
    }
  }

  @Test func `Text fields have the limits of other forms`() async throws {
    let part = "--B\r\nContent-Disposition: form-data; name=\"g\"\r\n\r\n"
    try await withUploads(Self.taking { $0.limits.maxBodySize = 300_000 }) { server, _ in
      for count in [200_000, 400_000] {
        let client = try Client(port: server.port)
        let body = part + String(repeating: "y", count: count) + Self.end
        client.request("POST /", header: [Self.type], body: Array(body.utf8))
        #expect(try client.response().status == (count == 200_000 ? 200 : 413))
      }
      // A URL-encoded body contains no files.
      let client = try Client(port: server.port)
      client.request(
        "POST /", header: ["Content-Type: application/x-www-form-urlencoded"],
        body: [UInt8](repeating: 0x79, count: 300_001))
      #expect(try client.response().status == 413)
    }
  }

  @Test func `A client that disconnects leaves no files`() async throws {
    try await withUploads { server, folder in
      do {
        let client = try Client(port: server.port)
        client.request("POST /", header: [Self.type, "Content-Length: 500000"])
        client.send(Array(Self.begin.utf8) + [UInt8](repeating: 0, count: 100_000))
        try await until { Self.files(in: folder).count == 1 && server.uploadedBytes > 99_000 }
      }
      try await until { server.uploadedBytes == 0 }
    }
  }

  /// The connection's end arrives together with its last bytes.
  @Test func `A client that disconnects within a file leaves no files`() async throws {
    let patient = Self.taking {
      $0.sweepInterval = nil
      $0.connectionTimeout = 1000
    }
    try await withUploads(patient) { server, folder in
      for _ in 0..<10 {
        let client = try Client(port: server.port)
        client.request("POST /", header: [Self.type, "Content-Length: 5000000"])
        client.send(Array(Self.begin.utf8) + [UInt8](repeating: 0, count: 3_000_000))
        client.finishSending()
        try await until {
          server.sweep(ahead: 2000)
          return client.isAtEnd
        }
      }
      try await until { server.uploadedBytes == 0 && Self.files(in: folder).isEmpty }
    }
  }

  @Test func `A client that's too slow leaves no files`() async throws {
    let patient = Self.taking {
      $0.sweepInterval = nil
      $0.connectionTimeout = 1000
    }
    try await withUploads(patient) { server, folder in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type, "Content-Length: 500000"])
      client.send(Array(Self.begin.utf8) + [UInt8](repeating: 0, count: 100_000))
      try await until { server.uploadedBytes > 99_000 }
      #expect(server.sweep(ahead: 1_000_000) == 1)
      #expect(client.isClosedByServer())
    }
  }

  @Test(arguments: [
    begin + "x", begin + "x\r\n--B", begin + "x\r\n--Bx\r\n--B--",
    begin + "x\r\n--B\r\nX: y\r\n\r\n\r\n--B--",
  ]) func `A malformed form leaves no files`(text: String) async throws {
    try await withUploads { server, _ in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type], body: Array(text.utf8))
      #expect(try client.response().status == 400)
    }
  }

  @Test func `A disk that can't be written gives status 507`() async throws {
    let nowhere = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try await withUploads(Self.taking { $0.uploadsFolder = nowhere }) { server, _ in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type], body: Self.body(100_000))
      #expect(try client.response().status == 507)
      let second = try Client(port: server.port)
      second.request("GET /")
      #expect(try second.response().status == 200)
    }
  }

  @Test func `Files are rejected unless uploads are enabled`() async throws {
    try await withUploads(Self.taking { $0.limits.maxUploadSize = 0 }) { server, _ in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type], body: Self.body(1))
      #expect(try client.response().status == 415)
    }
  }

  @Test func `A large file doesn't count as memory for bodies`() async throws {
    try await withUploads(Self.taking { $0.bytesInFlightLimit = 50_000 }) { server, _ in
      let client = try Client(port: server.port)
      client.request("POST /", header: [Self.type], body: Self.body(900_000))
      #expect(try client.response().status == 200)
    }
  }
}
