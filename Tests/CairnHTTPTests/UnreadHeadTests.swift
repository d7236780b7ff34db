import Glibc
import Testing

@testable import CairnHTTP

/// Connections that libmicrohttpd no longer reads but hasn't closed.
struct UnreadHeadTests {
  private static func withConnection(
    _ test: (Connections, ConnectionClock, _ client: Int32) throws -> Void
  ) rethrows {
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    defer { for end in ends { close(end) } }
    let connections = Connections(
      limit: 10, limits: ConnectionLimits(HTTPServer.Configuration()),
      addresses: AddressCounts(limit: nil, exempt: []))
    let clock = ConnectionClock(descriptor: ends[0], counted: nil, now: 0)
    _ = connections.admit(nil)
    connections.add(clock)
    defer { connections.remove(clock) }
    try test(connections, clock, ends[1])
  }

  private static func received(_ client: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 100)
    let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
  }

  @Test func `Unread data gets a response and ends the connection`() {
    Self.withConnection { connections, _, client in
      let answer = { Array("answer".utf8) }
      #expect(
        connections.refuseUnread(at: 0, isReading: true, with: answer) == 0, "no data has arrived")
      send(client, "GG", 2, 0)
      #expect(connections.refuseUnread(at: 10_000, isReading: true, with: answer) == 0)
      #expect(connections.refuseUnread(at: 11_999, isReading: true, with: answer) == 0)
      #expect(Self.received(client).isEmpty)
      #expect(connections.refuseUnread(at: 12_000, isReading: true, with: answer) == 1)
      #expect(Self.received(client) == "answer")
      var byte: UInt8 = 0
      #expect(recv(client, &byte, 1, Int32(MSG_DONTWAIT)) == 0, "the connection has ended")
    }
  }

  @Test func `Time while the thread is busy doesn't count`() {
    Self.withConnection { connections, _, client in
      send(client, "GG", 2, 0)
      let answer = { Array("answer".utf8) }
      #expect(connections.refuseUnread(at: 0, isReading: true, with: answer) == 0)
      #expect(connections.refuseUnread(at: 5000, isReading: false, with: answer) == 0)
      #expect(connections.refuseUnread(at: 5200, isReading: true, with: answer) == 0)
      #expect(Self.received(client).isEmpty)
    }
  }

  @Test(arguments: [ConnectionClock.Phase.receiving, .working, .sending])
  func `Only unread heads are rejected`(phase: ConnectionClock.Phase) {
    Self.withConnection { connections, clock, client in
      clock.enter(phase, at: 0)
      send(client, "GG", 2, 0)
      let answer = { Array("answer".utf8) }
      for time in stride(from: Int64(0), to: 10_000, by: 1000) {
        #expect(connections.refuseUnread(at: time, isReading: true, with: answer) == 0)
      }
    }
  }

  @Test func `A thread that waits for a processor isn't one that waits for bytes`() {
    for (state, isWaiting) in [("S", true), ("R", false), ("D", false), ("Z", false)] {
      let stat = Array("4711 (a name) S) \(state) 1 4711 4711 0 -1".utf8)
      #expect(SystemThread.isWaiting(stat: stat[...]) == isWaiting)
    }
    #expect(!SystemThread.isWaiting(stat: []))
    #expect(!SystemThread.isWaiting(stat: Array("4711 (name)".utf8)[...]))
    #expect(!SystemThread.current.isWaiting, "the current thread is running")
    #expect(!SystemThread(id: 0).isWaiting)
  }
}
