import Cairn
import CairnTesting
import Testing
import Ways

@testable import CairnServer

/// Forms whose page belongs to another session or doesn't exist.
@Suite(.withoutScript(.requests)) struct ForeignPageTests {
  @Test func `A form from another session's page is logged and not processed`() async throws {
    let lines = LogLines()
    let server = try await lines.take { try sampleServer() }
    let transport = InProcessTransport(server)
    let (ann, bob) = (Browser(transport), Browser(transport))
    try await ann.open("/sample")
    try await bob.open("/sample")
    try await bob.click("Detail")
    let own = try #require(bob.submission?.request)
    #expect(lines.all.allSatisfy { !$0.contains("the page token doesn't belong") })

    var foreign = own
    foreign.headers = foreign.headers.map { name, value in
      (name, name == "Cookie" ? ann.cookieHeader : value)
    }
    #expect(try await transport.send(foreign).status == 409)
    try await ann.open("/sample")
    #expect(ann.location == "/sample")
    let logged = lines.all.filter { $0.contains("the page token doesn't belong to this session") }
    #expect(logged.count == 1)
    #expect(logged.first?.contains(bob.cookieHeader) == false)
  }
}
