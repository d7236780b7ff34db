import CairnDependencies
import CairnReducers
import Foundation
import Synchronization
import Testing

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var visits: Self { Self[.inMemory("visits"), default: 7] }
}

extension SharedKey where Self == InMemoryKey<String?>.Default {
  fileprivate static var nickname: Self { Self[.inMemory("nickname"), default: nil] }
}

@MainActor
struct SharedKeyTests {
  @Test func `A default value may be nil`() {
    @Shared(.nickname) var nickname
    @SharedReader(.nickname) var reader
    #expect(nickname == nil)
    $nickname.withLock { $0 = "Blob" }
    #expect(reader == "Blob")
  }

  @Test func `All users of a key share one value`() {
    @Shared(.inMemory("count")) var first = 1
    @Shared(.inMemory("count")) var second = 2
    #expect(second == 1)
    $second.withLock { $0 = 3 }
    #expect(first == 3)
  }

  @Test func `A test doesn't share values with other tests`() {
    @Shared(.inMemory("aTestSharesWithNoOther")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 += 1 }
  }

  @Test func `Another test doesn't share values with this one`() {
    @Shared(.inMemory("aTestSharesWithNoOther")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 += 1 }
  }

  @Test func `A value in memory stays when it has no users`() {
    do {
      @Shared(.inMemory("count")) var count = 0
      $count.withLock { $0 = 5 }
    }
    @Shared(.inMemory("count")) var count = 0
    #expect(count == 5)
  }

  @Test func `An optional value needs no default`() {
    @Shared(.inMemory("name")) var name: String?
    #expect(name == nil)
    $name.withLock { $0 = "Blob" }
    @SharedReader(.inMemory("name")) var reader: String?
    #expect(reader == "Blob")
  }

  @Test func `A key can have a default value`() {
    @Shared(.visits) var visits
    #expect(visits == 7)
    $visits.withLock { $0 += 1 }
    @SharedReader(.visits) var reader
    #expect(reader == 8)
    @Shared(.inMemory("visits")) var sameName = 0
    #expect(sameName == 8)
  }

  @Test func `A declaration can override the key's default value`() {
    @Shared(.visits) var visits = 1
    #expect(visits == 1)
  }

  @Test func `Sessions are separate, and scenes of one session share values`() {
    func value(in storage: SessionStorage) -> Shared<Int> {
      withDependencies {
        $0.sessionStorage = storage
      } operation: {
        Shared(wrappedValue: 0, .session("count"))
      }
    }
    let (mine, yours) = (SessionStorage(), SessionStorage())
    value(in: mine).withLock { $0 = 1 }
    #expect(value(in: mine).wrappedValue == 1)
    #expect(value(in: yours).wrappedValue == 0)
    @Shared(.inMemory("count")) var other = 9
    #expect(value(in: mine).wrappedValue == 1)
    #expect(other == 9)
  }

  @Test func `An equal key of another type is reported`() async {
    @Shared(.inMemory("count")) var count = 1
    await expectIssue("declared with two different types", line: #line + 1) {
      @Shared(.inMemory("count")) var text = "none"
      #expect(text == "none")
      $text.withLock { $0 = "one" }
      #expect(text == "one")
    }
    #expect(count == 1)
  }

  @Test func `Equal IDs of different types are different keys`() {
    struct NumberKey<ID: Hashable & Sendable>: SharedKey {
      let id: ID
      func load() -> String? { nil }
      func save(_ value: String) {}
    }
    // As 'AnyHashable', these numbers are equal.
    @Shared(NumberKey(id: 1)) var first = "Int"
    @Shared(NumberKey(id: Int8(1))) var second = "Int8"
    @Shared(NumberKey(id: Optional(1))) var third = "optional"
    @Shared(NumberKey(id: 1)) var again = "again"
    #expect([first, second, third, again] == ["Int", "Int8", "optional", "Int"])
  }

  @Test func `Concurrent uses of a key make one value`() async {
    let storage = InMemoryStorage()
    let values = await withTaskGroup(of: Shared<Int>.self) { group in
      for number in 0..<200 {
        group.addTask {
          withDependencies {
            $0.defaultInMemoryStorage = storage
          } operation: {
            let value = Shared(wrappedValue: 0, .inMemory("key \(number % 4)"))
            value.withLock { $0 += 1 }
            return value
          }
        }
      }
      var values: [Shared<Int>] = []
      for await value in group { values.append(value) }
      return values
    }
    #expect(values.map(\.wrappedValue) == Array(repeating: 50, count: 200))
  }

  // MARK: Custom keys

  final class Table: Sendable {
    struct Content {
      var rows: [Int: String] = [:]
      var loads = 0
      var saves: [String] = []
      var receive: (@Sendable (String) -> Void)?
    }
    let content = Mutex(Content())
  }

  struct RowKey: SharedKey {
    let table: Table
    let id: Int
    var failure: Failure?

    struct Failure: Error, Equatable {}

    func load() throws -> String? {
      if let failure { throw failure }
      return table.content.withLock {
        $0.loads += 1
        return $0.rows[id]
      }
    }

    func save(_ value: String) throws {
      if let failure { throw failure }
      table.content.withLock {
        $0.rows[id] = value
        $0.saves.append(value)
      }
    }

    func subscribe(_ receive: @escaping @Sendable (String) -> Void) -> SharedSubscription? {
      table.content.withLock { $0.receive = receive }
      return SharedSubscription { [table] in table.content.withLock { $0.receive = nil } }
    }
  }

  @Test func `A custom key loads once and saves each change`() {
    let table = Table()
    table.content.withLock { $0.rows[1] = "stored" }
    @Shared(RowKey(table: table, id: 1)) var row = "default"
    @Shared(RowKey(table: table, id: 1)) var again = "default"
    #expect(row == "stored")
    #expect(table.content.withLock(\.loads) == 1)
    $again.withLock { $0 = "changed" }
    $row.withLock { $0 += "!" }
    $row.withLock { $0 = "changed!" }
    #expect(table.content.withLock(\.saves) == ["changed", "changed!"])
  }

  @Test func `A required value is loaded once`() async throws {
    let table = Table()
    table.content.withLock { $0.rows[1] = "stored" }
    let row = try await Shared(require: RowKey(table: table, id: 1))
    let reader = try await SharedReader(require: RowKey(table: table, id: 1))
    #expect(row.wrappedValue == "stored")
    #expect(table.content.withLock(\.loads) == 1)
    row.withLock { $0 = "changed" }
    #expect(reader.wrappedValue == "changed")
    #expect(table.content.withLock(\.saves) == ["changed"])
  }

  @Test func `A missing value or a failed load is thrown and leaves no value behind`() async {
    let table = Table()
    let failing = RowKey(table: table, id: 1, failure: RowKey.Failure())
    let storage = failing.storage
    let before = storage.count
    await #expect(throws: SharedValueMissing.self) {
      _ = try await Shared(require: RowKey(table: table, id: 1))
    }
    await #expect(throws: RowKey.Failure.self) { _ = try await Shared(require: failing) }
    #expect(storage.count == before)
    @Shared(RowKey(table: table, id: 1)) var row = "default"
    #expect(row == "default")
  }

  @Test func `A required session value is loaded from the stored session`() async throws {
    let stored = CodedSessionValues(onChange: {}, onProblem: { _ in })
    stored.replace(by: ["user": Array(#""Ada""#.utf8), "age": Array("36".utf8)])
    try await withDependencies {
      $0.sessionStorage = SessionStorage(coded: stored)
    } operation: {
      let user = try await Shared<String>(require: .session("user"))
      let age = try await SharedReader<Int>(require: .session("age"))
      #expect(user.wrappedValue == "Ada")
      #expect(age.wrappedValue == 36)
      user.withLock { $0 = "Grace" }
      #expect(stored.encoded()["user"] == Array(#""Grace""#.utf8))
      @Shared(.session("user")) var declared = "no one"
      #expect(declared == "Grace")
    }
  }

  @Test func `A required session value that's missing or has another type is an error`() async {
    let stored = CodedSessionValues(onChange: {}, onProblem: { _ in })
    stored.replace(by: ["user": Array(#""Ada""#.utf8)])
    await withDependencies {
      $0.sessionStorage = SessionStorage(coded: stored)
    } operation: {
      await #expect(throws: SharedValueMissing.self) {
        _ = try await Shared<String>(require: .session("email"))
      }
      await #expect(throws: DecodingError.self) {
        _ = try await Shared<Int>(require: .session("user"))
      }
      @Shared(.session("user")) var user = "no one"
      #expect(user == "Ada")
    }
  }

  @Test func `A custom key is loaded again after its value had no users`() {
    let table = Table()
    for _ in 1...2 {
      @Shared(RowKey(table: table, id: 1)) var row = "default"
      $row.withLock { $0 += "!" }
    }
    #expect(table.content.withLock(\.loads) == 2)
    #expect(table.content.withLock(\.rows) == [1: "default!!"])
  }

  @Test func `A change is saved after the outermost change ends`() {
    let table = Table()
    @Shared(RowKey(table: table, id: 1)) var row = ""
    @Shared(value: 0) var count
    $count.withLock { count in
      $row.withLock { $0 = "a" }
      $row.withLock { $0 = "b" }
      count = table.content.withLock(\.saves.count)
    }
    #expect(count == 0)
    #expect(table.content.withLock(\.saves) == ["b"])
  }

  @Test func `A value received from the key's storage isn't saved again`() {
    let table = Table()
    do {
      @Shared(RowKey(table: table, id: 1)) var row = ""
      table.content.withLock(\.receive)?("from outside")
      #expect(row == "from outside")
      #expect(table.content.withLock(\.saves) == [])
    }
    #expect(table.content.withLock { $0.receive == nil })
  }

  @Test func `A failed load or save is reported, and the value stays`() async {
    let failing = RowKey(table: Table(), id: 1, failure: RowKey.Failure())
    var row: Shared<String>?
    await expectIssue("couldn't be loaded", line: #line + 1) {
      row = Shared(wrappedValue: "default", failing)
    }
    await expectIssue("couldn't be saved") { row?.withLock { $0 = "changed" } }
    #expect(row?.wrappedValue == "changed")
  }
}
