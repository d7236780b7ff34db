import Cairn
import CairnReducers
import Foundation
import Testing

/// Shared values that belong to a key, but can't be found again after a restart.
@MainActor
struct UnnamedPartTests {
  private struct Detail<Value: Codable & Equatable>: Codable, Equatable {
    @Shared var value: Value
  }

  /// Encodes a state as a part of a scene's snapshot, and decodes it again.
  private func restored<Value: Codable>(_ value: Value) throws -> Value {
    let encoder = JSONEncoder()
    encoder.userInfo[.sharedValues] = SnapshotSharedValues()
    let decoder = JSONDecoder()
    decoder.userInfo[.sharedValues] = SnapshotSharedValues()
    return try decoder.decode(Value.self, from: encoder.encode(value))
  }

  private struct PlainID: Hashable, Sendable { let number: Int }

  private struct Plain: Codable, Equatable, Sendable { var count = 1 }

  @Test func `An element whose key isn't Codable is reported once and becomes separate`() async {
    @Shared(.inMemory("plain")) var plain = [PlainID(number: 1): Plain()]
    let messages = await issues { [$plain] in
      for _ in 1...2 {
        do {
          let element = try #require(Shared($plain[PlainID(number: 1)]))
          let decoded = try restored(Detail(value: element))
          decoded.$value.withLock { $0.count = 2 }
          #expect(decoded.value.count == 2)
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("whose ID or key isn't Codable") == true)
    #expect(plain == [PlainID(number: 1): Plain()])
  }

  /// A key whose coding loses information.
  private struct LossyID: Codable, Hashable, Sendable {
    let number: Int

    init(number: Int) { self.number = number }
    init(from decoder: any Decoder) throws { number = 0 }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode("lossy")
    }
  }

  @Test func `An ID that can't be decoded again isn't encoded`() async throws {
    @Shared(.inMemory("lossy")) var lossy = [LossyID(number: 1): 1]
    await expectIssue("stored without its key") { [$lossy] in
      let count = Shared($lossy[LossyID(number: 1)]).flatMap { try? restored(Detail(value: $0)) }
      count?.$value.withLock { $0 = 2 }
      #expect(count?.value == 2)
    }
    #expect(lossy == [LossyID(number: 1): 1])
  }

  private struct Settings: Codable, Equatable, Sendable {
    var seconds = 60
    var minutes: Double {
      get { Double(seconds) / 60 }
      set { seconds = Int(newValue * 60) }
    }
  }

  @Test func `A computed part of a key's value is reported`() async {
    @Shared(.session("settings")) var settings = Settings()
    await expectIssue("such as a computed property") { [$settings] in
      let decoded = try? restored(Detail(value: $settings.minutes))
      #expect(decoded?.value == 1)
    }
    #expect(settings == Settings())
  }

  @Test func `Parts of a value without a key aren't reported`() throws {
    @Shared(value: [PlainID(number: 1): Settings()]) var settings
    let element = try #require(Shared($settings[PlainID(number: 1)]))
    let decoded = try restored(Detail(value: element.minutes))
    #expect(decoded.value == 1)
  }

  private struct RowKey: SharedKey, Hashable {
    typealias Value = Settings
    func load() -> Settings? { nil }
    func save(_ value: Settings) {}
  }

  @Test func `The value of a custom key is reported if it's passed on`() async {
    @Shared(RowKey()) var settings = Settings()
    await expectIssue("isn't an in-memory, session, or file key") { [$settings] in
      let decoded = try? restored(Detail(value: $settings))
      #expect(decoded?.value == Settings())
    }
  }
}
