import Cairn
import Foundation
import Testing

/// Elements of the values of keys, which are found again after decoding.
@MainActor
struct SharedElementCodableTests {
  struct Friend: Codable, Equatable, Identifiable, Sendable {
    struct Address: Codable, Equatable, Sendable { var street = "Elm" }

    let id: Int
    var name = "Blob"
    var address: Address?
    var pets: [String: Int] = [:]
  }

  struct Profile: Codable, Equatable, Sendable {
    var friends: IdentifiedArrayOf<Friend> = [Friend(id: 7), Friend(id: 8)]
  }

  struct Detail<Value: Codable & Equatable>: Codable, Equatable {
    @Shared var value: Value
  }

  struct Reading<Value: Codable & Equatable>: Codable, Equatable {
    @SharedReader var value: Value
  }

  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  /// Returns a part of a state that was encoded and decoded twice.
  private func recoded<Value: Codable & Equatable>(_ value: Shared<Value>) throws -> Shared<Value> {
    try coded(coded(Detail(value: value))).$value
  }

  @Test func `An element of an identified array is found by its ID`() throws {
    @Shared(.session("profile")) var profile = Profile()
    let friend = try recoded(#require(Shared($profile.friends[id: 7])))
    $profile.withLock {
      $0.friends.insert(Friend(id: 6), at: 0)
      $0.friends[id: 7]?.name = "Ann"
    }
    #expect(friend.wrappedValue == Friend(id: 7, name: "Ann"))
    friend.withLock { $0.name = "Bea" }
    #expect(profile.friends.map(\.name) == ["Blob", "Bea", "Blob"])
  }

  @Test func `An element is found in the value that its key has after a restart`() throws {
    @Shared(.inMemory("profile")) var before = Profile()
    let friend = try #require(Shared($before.friends[id: 7]))
    let data = try JSONEncoder().encode(Detail(value: friend))
    try withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      let decoded = try JSONDecoder().decode(Detail<Friend>.self, from: data)
      // The state that declares the key is decoded later.
      @Shared(.inMemory("profile")) var after = Profile(friends: [Friend(id: 7, name: "Ann")])
      #expect(decoded.value.name == "Ann")
      decoded.$value.withLock { $0.name = "Bea" }
      #expect(after.friends[id: 7]?.name == "Bea")
    }
    #expect(before == Profile())
  }

  @Test func `All elements of an array are found again`() throws {
    @Shared(.session("profile")) var profile = Profile()
    let friends = try coded($profile.friends.elements().map { Detail(value: $0) })
    for friend in friends { friend.$value.withLock { $0.name = "Ann" } }
    #expect(profile.friends.map(\.name) == ["Ann", "Ann"])
  }

  @Test func `An optional element can be removed and added after decoding`() throws {
    @Shared(.session("profile")) var profile = Profile()
    let friend = try recoded($profile.friends[id: 7])
    friend.withLock { $0 = nil }
    #expect(profile.friends.ids == [8])
    #expect(friend.wrappedValue == nil)
    friend.withLock { $0 = Friend(id: 7, name: "Ann") }
    #expect(profile.friends[id: 7]?.name == "Ann")
  }

  @Test func `A value in a dictionary is found by its key`() throws {
    @Shared(.session("counts")) var counts = ["a": 1, "\"b\"": 2]
    let count = try recoded(#require(Shared($counts["\"b\""])))
    count.withLock { $0 += 10 }
    #expect(counts == ["a": 1, "\"b\"": 12])
  }

  /// A key that isn't encoded as a single value.
  struct Position: Codable, Hashable, Sendable {
    let row: Int
    let column: Int
  }

  @Test func `Keys of all Codable types are encoded`() throws {
    func increments<Key: Codable & Hashable & Sendable>(_ key: Key, _ other: Key) throws -> Bool {
      @Shared(.inMemory("counts of \(Key.self)")) var counts = [key: 1, other: 1]
      let count = try recoded(#require(Shared($counts[key])))
      count.withLock { $0 = 2 }
      return counts == [key: 2, other: 1]
    }
    #expect(try increments(1, 2))
    #expect(try increments(UUID(), UUID()))
    #expect(try increments(0.1, 0.2))
    #expect(try increments(true, false))
    #expect(try increments(nil, "a" as String?))
    #expect(try increments(Position(row: 1, column: 2), Position(row: 2, column: 1)))
    #expect(try increments([1, 2], [2, 1]))
  }

  @Test func `An element of an array is found by its index`() throws {
    @Shared(.session("numbers")) var numbers = [1, 2, 3]
    let second = try recoded($numbers[1])
    let all = try Array($numbers).map { try recoded($0) }
    second.withLock { $0 = 20 }
    all[2].withLock { $0 = 30 }
    #expect(numbers == [1, 20, 30])
  }

  @Test func `An element of an array slice is found by its index`() throws {
    @Shared(.inMemory("slice")) var numbers = [1, 2, 3][1...]
    let last = try recoded($numbers[2])
    last.withLock { $0 = 30 }
    #expect(numbers == [2, 30])
  }

  @Test func `Properties, optionals, and elements can be nested`() throws {
    @Shared(.session("profile")) var profile = Profile()
    $profile.withLock {
      $0.friends[id: 7]?.address = Friend.Address()
      $0.friends[id: 7]?.pets = ["cat": 1]
    }
    let friend = try #require(Shared($profile.friends[id: 7]))
    let street = try recoded(#require(Shared(friend.address)).street)
    let cats = try recoded(#require(Shared(friend.pets["cat"])))
    street.withLock { $0 = "Oak" }
    cats.withLock { $0 = 2 }
    #expect(profile.friends[id: 7]?.address?.street == "Oak")
    #expect(profile.friends[id: 7]?.pets == ["cat": 2])
    // A part of a decoded element is found again too.
    let name = try recoded(recoded(friend).name)
    name.withLock { $0 = "Ann" }
    #expect(profile.friends[id: 7]?.name == "Ann")
  }

  @Test func `Readers of elements are found again`() throws {
    @Shared(.session("profile")) var profile = Profile()
    @Shared(.session("numbers")) var numbers = [1, 2]
    let reader = SharedReader($profile)
    let friend = try coded(Reading(value: #require(SharedReader(reader.friends[id: 7]))))
    let name = try coded(Reading(value: friend.$value.name))
    let pets = try coded(Reading(value: friend.$value.pets["cat"]))
    let number = try coded(Reading(value: SharedReader($numbers)[1]))
    $profile.withLock { $0.friends[id: 7] = Friend(id: 7, name: "Ann", pets: ["cat": 1]) }
    $numbers.withLock { $0 = [3, 4] }
    #expect(friend.value.name == "Ann")
    #expect(name.value == "Ann")
    #expect(pets.value == 1)
    #expect(number.value == 4)
  }

  @Test func `A removed element keeps its encoded value and ignores changes`() throws {
    @Shared(.session("profile")) var profile = Profile()
    let friend = try #require(Shared($profile.friends[id: 7]))
    friend.withLock { $0.name = "Ann" }
    let data = try JSONEncoder().encode(Detail(value: friend))
    $profile.withLock { $0.friends.remove(id: 7) }
    let decoded = try coded(JSONDecoder().decode(Detail<Friend>.self, from: data))
    let result = decoded.$value.withLock {
      $0.name = "Bea"
      return $0.name
    }
    #expect(result == "Bea")
    #expect(decoded.value.name == "Ann")
    #expect(profile.friends[id: 7] == nil)
    $profile.withLock { $0.friends.append(Friend(id: 7, name: "Cat")) }
    #expect(decoded.value.name == "Cat")
  }

  @Test func `A removed value and a removed index keep their encoded values`() throws {
    @Shared(.session("counts")) var counts = ["a": 1]
    @Shared(.session("numbers")) var numbers = [1, 2]
    let count = try JSONEncoder().encode(Detail(value: #require(Shared($counts["a"]))))
    let number = try JSONEncoder().encode(Detail(value: $numbers[1]))
    $counts.withLock { $0 = [:] }
    $numbers.withLock { $0 = [5] }
    for data in [count, number] {
      let decoded = try JSONDecoder().decode(Detail<Int>.self, from: data)
      let value = decoded.value
      decoded.$value.withLock { $0 = 9 }
      #expect(decoded.value == value)
    }
    #expect(counts == [:])
    #expect(numbers == [5])
  }

  @Test func `A part that is now read-only reports changes and ignores them`() async throws {
    struct Fixed: Codable, Equatable, Sendable { let age: Int }
    @Shared(.session("fixed")) var fixed = Fixed(age: 3)
    let data = try JSONEncoder().encode(Reading(value: $fixed.age))
    let decoded = try JSONDecoder().decode(Detail<Int>.self, from: data)
    await expectIssue("it's now read-only", line: #line + 1) {
      decoded.$value.withLock { $0 = 4 }
    }
    #expect(decoded.value == 3)
    #expect(fixed.age == 3)
  }

  @Test func `A part reports changes if no declaration has used its key`() async throws {
    @Shared(.inMemory("profile")) var profile = Profile()
    let friend = try #require(Shared($profile.friends[id: 7]))
    let data = try JSONEncoder().encode(Detail(value: friend))
    let decoded = try withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      try JSONDecoder().decode(Detail<Friend>.self, from: data)
    }
    await expectIssue("no declaration has used its key", line: #line + 1) {
      decoded.$value.withLock { $0.name = "Ann" }
    }
    #expect(decoded.value.name == "Ann")
    #expect(profile == Profile())
  }
}
