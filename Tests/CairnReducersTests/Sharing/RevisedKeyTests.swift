import CairnDependencies
import CairnReducers
import Foundation
import Synchronization
import Testing

/// Shared values that several processes change.
@MainActor @Suite(.timeLimit(.minutes(10))) struct RevisedKeyTests {
  private let storage = InMemoryRevisedStorage()
  private let one: Process
  private let other: Process

  init() {
    one = Process(storage)
    other = Process(storage)
  }

  private func stored(_ name: String = "count") throws -> String? {
    try storage.load(name).map { String(decoding: $0.data, as: UTF8.self) }
  }

  @Test func `A change is stored, and another process sees it when it's announced`() throws {
    @Shared(ProcessKey("count", in: one)) var first = 1
    @Shared(ProcessKey("count", in: other)) var second = 2
    #expect(try stored() == nil)
    $first.withLock { $0 += 1 }
    #expect(try stored() == "2")
    #expect(second == 2)
    $first.withLock { $0 = 7 }
    storage.announce("count")
    #expect(second == 7)
    #expect(first == 7)
  }

  @Test func `A stored value is read when it comes into use`() {
    do {
      @Shared(ProcessKey("count", in: one)) var count = 0
      $count.withLock { $0 = 5 }
    }
    @Shared(ProcessKey("count", in: other)) var count = 0
    #expect(count == 5)
  }

  @Test func `A change is applied again to a value that another process has changed`() throws {
    @Shared(ProcessKey("count", in: one)) var first = 0
    @Shared(ProcessKey("count", in: other)) var second = 0
    $first.withLock { $0 += 1 }
    var seen: [Int] = []
    let result = $second.withLock { count in
      seen.append(count)
      count += 10
      return count
    }
    #expect(seen == [0, 1])
    #expect(result == 11)
    #expect(second == 11)
    #expect(try stored() == "11")
  }

  @Test func `No increment of two processes with many threads is lost`() async throws {
    let counts = [one, other].map { Shared(wrappedValue: 0, ProcessKey("count", in: $0)) }
    await withTaskGroup { group in
      for count in counts + counts {
        group.addTask { for _ in 0..<100 { count.withLock { $0 += 1 } } }
      }
    }
    #expect(try stored() == "400")
    storage.announce("count")
    #expect(counts.map(\.wrappedValue) == [400, 400])
  }

  @Test func `A change to an equal value isn't stored`() throws {
    @Shared(ProcessKey("count", in: one)) var count = 0
    $count.withLock { $0 += 1 }
    let revision = try storage.load("count")?.revision
    $count.withLock { $0 = 1 }
    #expect(try storage.load("count")?.revision == revision)
  }

  @Test func `A change that fails isn't made, and the next one works`() async throws {
    @Shared(ProcessKey("count", in: one)) var count = 0
    $count.withLock { $0 += 1 }
    storage.failure = Failure()
    let shared = $count
    await expectIssue("The value wasn't changed", line: #line + 1) {
      shared.withLock { $0 += 10 }
    }
    #expect(count == 1)
    storage.failure = nil
    $count.withLock { $0 += 1 }
    #expect(count == 2)
    #expect(try stored() == "2")
  }

  @Test func `A value that couldn't be loaded has its default until it's announced`() async throws {
    _ = try storage.save(Data("5".utf8), as: "count", replacing: 0)
    storage.failure = Failure()
    var count: Shared<Int>?
    await expectIssue("couldn't be loaded") {
      count = Shared(wrappedValue: 1, ProcessKey("count", in: one))
    }
    #expect(count?.wrappedValue == 1)
    storage.failure = nil
    count?.withLock { $0 += 1 }
    #expect(count?.wrappedValue == 6)
  }

  @Test func `A value that the storage has lost is stored by the next change`() throws {
    @Shared(ProcessKey("count", in: one)) var count = 0
    $count.withLock { $0 = 5 }
    storage.removeAll()
    #expect(count == 5)
    $count.withLock { $0 += 1 }
    #expect(try stored() == "6")
  }

  @Test func `Changes that the storage has lost are stored by the next change`() throws {
    @Shared(ProcessKey("count", in: one)) var count = 0
    $count.withLock { $0 = 5 }
    let backup = try #require(try storage.load("count"))
    $count.withLock { $0 = 6 }
    storage.restore(backup, as: "count")
    $count.withLock { $0 += 1 }
    #expect(count == 7)
    #expect(try stored() == "7")
  }

  @Test func `Saving restores lost changes, and keeps what is newer in the storage`() async throws {
    @Shared(ProcessKey("count", in: one)) var count = 0
    $count.withLock { $0 = 5 }
    let backup = try #require(try storage.load("count"))
    $count.withLock { $0 = 6 }
    storage.restore(backup, as: "count")
    try await $count.save()
    #expect(try stored() == "6")
    storage.removeAll()
    try await $count.save()
    #expect(try stored() == "6")
    storage.restore(RevisedData(Data("9".utf8), revision: 50), as: "count")
    try await $count.save()
    #expect(count == 9)
    #expect(try stored() == "9")
  }

  @Test func `A revision that can't be read is reported, and the value stays`() async throws {
    @Shared(ProcessKey("count", in: one)) var count = 3
    _ = try storage.save(Data("many".utf8), as: "count", replacing: 0)
    await expectIssue("new revision") { storage.announce("count") }
    #expect(count == 3)
  }

  @Test func `Loading gets the latest value, and saving stores a default`() async throws {
    @Shared(ProcessKey("count", in: one)) var first = 3
    @Shared(ProcessKey("count", in: other)) var second = 4
    try await $first.save()
    #expect(try stored() == "3")
    try await $second.load()
    #expect(second == 3)
    $first.withLock { $0 = 8 }
    // Its value is outdated, so it isn't stored.
    try await $second.save()
    #expect(second == 8)
    #expect(try stored() == "8")
  }

  @Test func `A change inside a change of the same value is reported`() async {
    @Shared(ProcessKey("count", in: one)) var count = 0
    let shared = $count
    await expectIssue("inside another change") {
      shared.withLock { count in
        shared.withLock { $0 = 100 }
        count += 1
      }
    }
    #expect(count == 1)
  }

  @Test func `A change that throws isn't stored`() throws {
    @Shared(ProcessKey("count", in: one)) var count = 0
    let shared = $count
    #expect(throws: Failure.self) {
      try shared.withLock { count in
        count = 9
        throw Failure()
      }
    }
    #expect(count == 0)
    #expect(try stored() == nil)
  }

  @Test func `A passed-on value is the value of its key again after decoding`() throws {
    try withDependencies {
      $0.revisedStorage = one
    } operation: {
      @Shared(ProcessKey("count", in: one)) var count = 0
      let decoded = try JSONDecoder().decode(
        Shared<Int>.self, from: JSONEncoder().encode($count))
      $count.withLock { $0 = 4 }
      #expect(decoded.wrappedValue == 4)
      decoded.withLock { $0 += 1 }
      #expect(count == 5)
      #expect(try stored() == "5")
    }
  }
}

private struct Failure: Error {}

/// A process that uses a storage.
private final class Process: RevisedStorage {
  private let storage: InMemoryRevisedStorage

  init(_ storage: InMemoryRevisedStorage) {
    self.storage = storage
  }

  func load(_ name: String) throws -> RevisedData? { try storage.load(name) }

  func save(
    _ data: Data, as name: String, replacing revision: Int64
  ) throws -> RevisedSave<RevisedData> {
    try storage.save(data, as: name, replacing: revision)
  }

  func subscribe(
    to name: String, after revision: @escaping @Sendable () -> Int64?,
    _ receive: @escaping @Sendable (Result<RevisedData, any Error>) -> Void
  ) -> SharedSubscription {
    storage.subscribe(to: name, after: revision, receive)
  }
}

private struct ProcessKey: RevisedKey {
  let valueName: String
  let revisedStorage: any RevisedStorage

  init(_ name: String, in process: Process) {
    valueName = name
    revisedStorage = process
  }

  var id: RevisedKeyID { revisedID }
  func load() throws -> Int? { try loadLatest() }
  func save(_ value: Int) throws { try replaceLatest(by: value) }
  func decode(_ data: Data) throws -> Int { try JSONDecoder().decode(Int.self, from: data) }
  func encode(_ value: Int) throws -> Data { try JSONEncoder().encode(value) }
}
