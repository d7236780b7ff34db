import CairnHTTP
import Testing

@testable import CairnEndpoints

/// Responses whose bodies are written while they're sent.
@Suite struct EndpointStreamTests {
  private struct Failure: Error {}

  /// Returns the response of a site for a request, which isn't sent yet.
  private func response(
    of site: Site, to method: HTTPMethod = .get
  ) async throws -> HTTPResponse {
    let request = try #require(HTTPRequest(method: method, target: "/"))
    guard case .later(let promise)? = site.responder.respond(to: request)?.answer else {
      throw Failure()
    }
    let response = await withCheckedContinuation { continuation in
      promise.whenFulfilled { continuation.resume(returning: $0) }
    }
    return try #require(response)
  }

  private func body(of response: HTTPResponse) async throws -> String? {
    guard case .stream(let stream) = response.body else { throw Failure() }
    return await stream.collected().map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `A closure writes text and bytes`() async throws {
    let site = try Site {
      Endpoint(.get, "/") { _ in
        .stream(contentType: "text/csv", status: .accepted) { writer in
          try await writer.write("é,")
          try await writer.write([UInt8(ascii: "1")])
        }
      }
    }
    let response = try await response(of: site)
    #expect(response.status == .accepted)
    #expect(response.headers["Content-Type"] == "text/csv")
    #expect(response.headers["X-Content-Type-Options"] == "nosniff")
    #expect(try await body(of: response) == "é,1")
  }

  @Test func `A closure writes rows, a few kilobytes at a time`() async throws {
    let rows = (0..<5_000).map { CSVRow(["\($0)", "name"]) }
    let site = try Site {
      Endpoint(.get, "/") { _ in .stream { writer in try await writer.write(csv: rows) } }
    }
    let response = try await response(of: site)
    #expect(try await body(of: response) == rows.map(\.text).joined())
  }

  @Test func `A sequence has the parts`() async throws {
    let site = try Site {
      Endpoint(.get, "/") { _ in
        let (parts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        for part in ["one", "", "two"] { continuation.yield(Array(part.utf8)) }
        continuation.finish()
        return .stream(parts).download(as: "a.bin")
      }
    }
    let response = try await response(of: site)
    #expect(response.headers["Content-Type"] == "application/octet-stream")
    #expect(response.headers["Content-Disposition"] == "attachment; filename=\"a.bin\"")
    #expect(try await body(of: response) == "onetwo")
  }

  @Test func `An error breaks off the response, and is reported`() async throws {
    let site = try Site {
      Endpoint(.get, "/rows") { _ in .noContent }
      Endpoint(.get, "/") { _ in
        .stream { writer in
          try await writer.write("one")
          throw Failure()
        }
      }
    }
    #expect(try await body(of: try await response(of: site)) == nil)
    while site.reported.isEmpty { await Task.yield() }
    #expect(site.reported == ["GET /: Failure()"])
  }

  @Test func `The closure has the task-local values of the endpoint`() async throws {
    enum Local {
      @TaskLocal static var name = "none"
    }
    let site = try Site {
      Endpoint(.get, "/") { _ in .stream { writer in try await writer.write(Local.name) } }
    }
    let answer = try await Local.$name.withValue("caller") { try await response(of: site) }
    #expect(try await body(of: answer) == "caller")
  }
}
