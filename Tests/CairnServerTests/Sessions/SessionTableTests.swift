import CairnSecurity
import CairnServer
import CairnSessions
import Synchronization
import Testing

@Suite struct SessionTableTests {
  final class Session: Sendable {
    let name: Int
    let client: StoredSession.Client?
    let isBusy = Atomic<Bool>(false)
    let isEstablished: Atomic<Bool>

    init(_ name: Int, of client: UInt64? = nil, isEstablished: Bool = true) {
      self.name = name
      self.isEstablished = Atomic(isEstablished)
      self.client = client.map { StoredSession.Client(bits: $0) }
    }
  }

  /// A manual clock, and the names of the sessions that were removed.
  final class World: Sendable {
    private let start = ContinuousClock.now
    private let elapsed = Mutex(Duration.zero)
    private let names = Mutex([Int]())

    var now: ContinuousClock.Instant { elapsed.withLock { start.advanced(by: $0) } }
    var gone: [Int] { names.withLock { $0 } }

    func advance(_ seconds: Int) {
      elapsed.withLock { $0 += .seconds(seconds) }
    }

    func table(limit: Int = 1000, shards: Int = 4) -> SessionTable<Session> {
      SessionTable(
        limit: limit, idle: .seconds(60), shards: shards, now: { self.now },
        client: \.client, isEstablished: { $0.isEstablished.load(ordering: .relaxed) },
        isBusy: { $0.isBusy.load(ordering: .relaxed) },
        onRemoval: { session in self.names.withLock { $0.append(session.name) } })
    }
  }

  let world = World()

  /// Returns IDs that are distributed over all shards.
  func id(_ number: Int) -> SessionID { SessionID(bits: UInt128(number)) }

  @Test func `Looking up a session doesn't create it`() {
    let table = world.table()
    #expect(table.session(for: id(1)) == nil)
    #expect(table.count == 0)
  }

  @Test func `A session is created once`() {
    let table = world.table()
    let first = table.session(for: id(1)) { Session(1) }
    let second = table.session(for: id(1)) { Session(2) }
    #expect(first === second)
    #expect(table.session(for: id(1)) === first)
    #expect(table.count == 1)
  }

  @Test func `A session that can't be created isn't added`() {
    let table = world.table()
    #expect(throws: CancellationError.self) {
      try table.session(for: id(1)) { throw CancellationError() }
    }
    #expect(table.count == 0)
  }

  @Test func `A session ends when it's idle, and use keeps it alive`() {
    let table = world.table()
    _ = table.session(for: id(1)) { Session(1) }
    world.advance(50)
    #expect(table.session(for: id(1)) != nil)
    world.advance(60)
    #expect(table.session(for: id(1)) != nil)
    world.advance(61)
    #expect(table.session(for: id(1)) == nil)
    #expect(world.gone == [1])
    #expect(table.count == 0)
    #expect(table.session(for: id(1)) { Session(2) }.name == 2)
  }

  @Test func `Sweeping removes idle sessions`() {
    let table = world.table()
    for number in 0..<10 {
      _ = table.session(for: id(number)) { Session(number) }
      world.advance(10)
    }
    // Session 4 was used 60 seconds ago, which is still within the limit.
    #expect(table.sweep() == 4)
    #expect(world.gone.sorted() == [0, 1, 2, 3])
    #expect(table.count == 6)
    #expect(table.sweep() == 0)
  }

  @Test func `A busy session isn't removed`() {
    let table = world.table(limit: 1)
    let busy = table.session(for: id(0)) { Session(0) }
    busy.isBusy.store(true, ordering: .relaxed)
    world.advance(1000)
    #expect(table.sweep() == 0)
    _ = table.session(for: id(4)) { Session(4) }
    #expect(world.gone == [])
    #expect(table.session(for: id(0)) === busy)
    busy.isBusy.store(false, ordering: .relaxed)
    world.advance(61)
    #expect(table.sweep() == 2)
    #expect(table.count == 0)
  }

  @Test(arguments: [1, 4, 32]) func `Beyond the limit, the least recently used session is removed`(
    shards: Int
  ) {
    let table = world.table(limit: 10, shards: shards)
    for number in 0..<10 {
      _ = table.session(for: id(number)) { Session(number) }
      world.advance(1)
    }
    // Session 0 is used again, so 1, 2, and 3 are the oldest.
    #expect(table.session(for: id(0)) != nil)
    world.advance(1)
    for number in 10..<13 {
      _ = table.session(for: id(number)) { Session(number) }
      world.advance(1)
    }
    #expect(world.gone == [1, 2, 3])
    #expect(table.count == 10)
  }

  @Test func `A new session is never the one that is removed`() {
    let table = world.table(limit: 1, shards: 1)
    for number in 0..<5 {
      let session = table.session(for: id(number)) { Session(number) }
      #expect(table.session(for: id(number)) === session)
    }
    #expect(world.gone == [0, 1, 2, 3])
  }

  @Test func `A session that returns from another client counts for that client`() {
    // The share of one client is 8.
    let table = world.table(limit: 20)
    _ = table.session(for: id(0)) { Session(0, of: 77) }
    _ = table.session(for: id(1)) { Session(1, of: 77) }
    table.remove(id(0))
    world.advance(1)
    _ = table.session(for: id(0)) { Session(100, of: 5) }
    world.advance(1)
    _ = table.session(for: id(1))
    for number in 2...20 {
      world.advance(1)
      _ = table.session(for: id(number)) { Session(number, of: 77) }
    }
    #expect(world.gone == [0, 1])
  }

  @Test(arguments: [1, 4]) func `A client that exceeds its share loses its own sessions`(
    shards: Int
  ) {
    // The share of one client is 8.
    let table = world.table(limit: 20, shards: shards)
    for number in 0..<10 {
      _ = table.session(for: id(number)) { Session(number, of: UInt64(number)) }
      world.advance(1)
    }
    for number in 10..<30 {
      _ = table.session(for: id(number)) { Session(number, of: 77) }
      world.advance(1)
    }
    // The client's oldest sessions were removed.
    #expect(world.gone == Array(10..<20))
    // Session 21 is busy and stays, so the next ones are removed.
    #expect(table.session(for: id(20)) { Session(0) }.name == 20)
    table.peek(id(21))?.isBusy.store(true, ordering: .relaxed)
    for number in 30..<32 {
      _ = table.session(for: id(number)) { Session(number, of: 5) }
      world.advance(1)
    }
    #expect(world.gone.suffix(2) == [22, 23])
    #expect(table.count == 20)
  }

  @Test func `Sessions with a single submission are removed first`() {
    let table = world.table(limit: 10)
    for number in 0..<10 {
      _ = table.session(for: id(number)) {
        Session(number, of: UInt64(number), isEstablished: number % 2 == 0)
      }
      world.advance(1)
    }
    table.peek(id(1))?.isEstablished.store(true, ordering: .relaxed)
    for number in 10..<15 {
      _ = table.session(for: id(number)) { Session(number) }
      world.advance(1)
    }
    #expect(world.gone == [3, 5, 7, 9, 0])
  }

  @Test func `A renamed session keeps its client`() {
    let table = world.table(limit: 20)
    for number in 0..<20 {
      _ = table.session(for: id(number)) { Session(number, of: number < 10 ? 1 : 2) }
      world.advance(1)
      table.rename(id(number), to: id(100 + number))
    }
    // Both clients exceed their share, and the second one has more sessions.
    _ = table.session(for: id(50)) { Session(50, of: 2) }
    #expect(world.gone == [10])
    for number in 110..<119 { table.remove(id(number)) }
    for number in 51..<61 {
      _ = table.session(for: id(number)) { Session(number, of: UInt64(number)) }
    }
    #expect(world.gone.suffix(2) == [0, 1])
  }

  @Test func `A session can be found at any time while it's renamed`() {
    let table = world.table()
    let session = table.session(for: id(1)) { Session(1) }
    table.rename(id(1), to: id(2)) {
      #expect(table.peek(id(1)) === session)
      #expect(table.peek(id(2)) === session)
    }
    #expect(table.peek(id(1)) == nil)
    #expect(table.peek(id(2)) === session)
    // A session that is removed during the renaming stays removed.
    table.rename(id(2), to: id(3)) { table.remove(id(2)) }
    #expect(table.all.isEmpty && table.count == 0)
    #expect(world.gone == [1])
  }

  @Test func `Removed sessions are gone`() {
    let table = world.table()
    for number in 0..<5 { _ = table.session(for: id(number)) { Session(number) } }
    table.remove(id(2))
    table.remove(id(2))
    table.remove(id(77))
    #expect(world.gone == [2])
    table.removeAll()
    #expect(world.gone.sorted() == [0, 1, 2, 3, 4])
    #expect(table.count == 0)
  }

  @Test func `The table stays consistent with many threads`() async {
    let table = world.table(limit: 50, shards: 8)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var numbers = RepeatableNumbers(seed: UInt64(task))
          for _ in 0..<5000 {
            let number = Int.random(in: 0..<200, using: &numbers)
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0: table.remove(SessionID(bits: UInt128(number)))
            case 1: table.sweep()
            default:
              let session = table.session(for: SessionID(bits: UInt128(number))) {
                Session(number)
              }
              #expect(session.name == number)
            }
          }
        }
      }
    }
    #expect(table.count <= 50)
    #expect((0..<200).count { table.session(for: id($0)) != nil } == table.count)
  }
}
