import Cairn
import Foundation
import Testing

@MainActor
struct SharedCodableTests {
  private func coded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  struct Handed: Codable, Equatable {
    @Shared var count: Int
    @Shared var name: String?
    @SharedReader var size: Int
  }

  @Test func `Without a key, a shared value is encoded as its value`() throws {
    let state = Handed(
      count: Shared(value: 1), name: Shared(value: nil), size: SharedReader(value: 3))
    #expect(try text(state) == #"{"count":1,"name":null,"size":3}"#)
    let decoded = try coded(state)
    #expect(decoded == state)
    state.$count.withLock { $0 = 2 }
    #expect(decoded.count == 1)
  }

  @Test func `A value that came from a key is decoded with its key`() throws {
    @Shared(.inMemory("count")) var count = 1
    @Shared(.session("name")) var name: String? = "Blob"
    let state = Handed(count: $count, name: $name, size: SharedReader($count))
    let data = try JSONEncoder().encode(state)
    $count.withLock { $0 = 5 }
    let decoded = try JSONDecoder().decode(Handed.self, from: data)
    #expect(decoded.count == 5)
    decoded.$count.withLock { $0 = 6 }
    decoded.$name.withLock { $0 = "Ann" }
    #expect(count == 6)
    #expect(name == "Ann")
    #expect(decoded.size == 6)
  }

  @Test func `A decoded value is the default if its key has no value`() throws {
    @Shared(.inMemory("count")) var count = 4
    let state = Handed(
      count: $count, name: Shared(value: nil), size: SharedReader(value: 0))
    let data = try JSONEncoder().encode(state)
    try withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      let decoded = try JSONDecoder().decode(Handed.self, from: data)
      @Shared(.inMemory("count")) var other = 0
      #expect(decoded.count == 4)
      decoded.$count.withLock { $0 = 8 }
      #expect(other == 8)
    }
    #expect(count == 4)
  }

  struct Profile: Codable, Equatable, Sendable {
    struct Address: Codable, Equatable, Sendable { var street = "Elm" }

    var name: String
    var address: Address?
    let age: Int

    init(name: String = "Blob", address: Address? = nil, age: Int = 3) {
      self.name = name
      self.address = address
      self.age = age
    }
  }

  struct Parts: Codable, Equatable {
    @Shared var name: String
    @Shared var street: String
    @SharedReader var age: Int
  }

  @Test func `A part of a key's value is found again after decoding`() throws {
    @Shared(.session("profile")) var profile = Profile(address: Profile.Address())
    let address = try #require(Shared($profile.address))
    let decoded = try coded(
      Parts(name: $profile.name, street: address.street, age: $profile.age))
    $profile.withLock { $0.name = "Ann" }
    #expect(decoded.name == "Ann")
    decoded.$name.withLock { $0 = "Bea" }
    decoded.$street.withLock { $0 = "Oak" }
    #expect(profile == Profile(name: "Bea", address: Profile.Address(street: "Oak")))
    #expect(decoded.age == 3)
    // Decode the decoded value again.
    let again = try coded(decoded)
    again.$street.withLock { $0 = "Ash" }
    #expect(profile.address?.street == "Ash")
  }

  @Test func `A part that no longer exists keeps its encoded value and ignores changes`() throws {
    @Shared(.session("profile")) var profile = Profile(address: Profile.Address())
    let address = try #require(Shared($profile.address))
    let data = try JSONEncoder().encode(
      Parts(name: $profile.name, street: address.street, age: SharedReader(value: 3)))
    $profile.withLock { $0.address = nil }
    let decoded = try JSONDecoder().decode(Parts.self, from: data)
    #expect(decoded.street == "Elm")
    decoded.$street.withLock { $0 = "Oak" }
    #expect(profile.address == nil)
    #expect(decoded.street == "Elm")
    decoded.$name.withLock { $0 = "Ann" }
    #expect(profile.name == "Ann")
  }

  @ObservableState
  struct Declared: Codable, Equatable {
    @Shared(.inMemory("count")) var count = 1
    @Shared(.declaredTotal) var total
    @SharedReader(.session("name")) var session: String?
    @Shared var handed: Int
    @Presents var child: Child?
    var name = "a"

    @ObservableState
    struct Child: Codable, Equatable {
      @Shared(.inMemory("count")) var count = 1
    }
  }

  @Test func `A property declared with a key isn't encoded and reads its key`() throws {
    let state = Declared(handed: Shared(value: 3), child: Declared.Child())
    #expect(try text(state) == #"{"child":{},"handed":3,"name":"a"}"#)
    let data = try JSONEncoder().encode(state)
    state.$count.withLock { $0 = 5 }
    state.$total.withLock { $0 = 6 }
    let decoded = try JSONDecoder().decode(Declared.self, from: data)
    #expect(decoded == state)
    #expect(decoded.child?.count == 5)
    decoded.$total.withLock { $0 = 7 }
    #expect(state.total == 7)
  }
}

extension SharedKey where Self == InMemoryKey<Int>.Default {
  fileprivate static var declaredTotal: Self { Self[.inMemory("total"), default: 2] }
}
