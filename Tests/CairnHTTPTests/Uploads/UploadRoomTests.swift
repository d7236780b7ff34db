import Testing

@testable import CairnHTTP

/// One client can't use up the space of all others.
@Suite struct UploadRoomTests {
  private func client(_ text: String) throws -> AddressGroup {
    AddressGroup(try #require(IPAddress(text)))
  }

  @Test func `A client has its share of the second half`() throws {
    let room = UploadRoom(limit: 800)
    let (one, two) = (try client("203.0.113.1"), try client("203.0.113.2"))
    #expect(room.take(400, for: one))
    #expect(!room.take(1, for: one))
    #expect(room.take(100, for: two))
    #expect(!room.take(1, for: two))
    #expect(room.take(300, for: nil))
    #expect(!room.take(1, for: nil))
    room.give(back: 300, for: nil)
    room.give(back: 350, for: one)
    #expect(room.take(50, for: one))
    #expect(room.count == 200)
    room.give(back: 100, for: one)
    room.give(back: 100, for: two)
    #expect(room.count == 0)
    #expect(room.take(400, for: two))
  }

  @Test func `An IPv6 network is one client`() throws {
    let room = UploadRoom(limit: 800)
    #expect(room.take(400, for: try client("2001:db8::1")))
    #expect(!room.take(10, for: try client("2001:db8::2")))
    #expect(room.take(10, for: try client("2001:db8:0:1::2")))
  }
}
