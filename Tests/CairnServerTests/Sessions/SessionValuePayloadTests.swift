import Testing

@testable import CairnServer

struct SessionValuePayloadTests {
  @Test(
    arguments: [
      [:], ["a": []], ["member": Array("{}".utf8), "": [0, 255], "ключ": [1]],
    ] as [[String: [UInt8]]])
  func `Values are decoded as they were encoded`(values: [String: [UInt8]]) {
    let bytes = SessionValuePayload.encode(values)
    #expect(!bytes.isEmpty)
    #expect(SessionValuePayload.decode(bytes) == values)
    for count in 1..<bytes.count {
      #expect(SessionValuePayload.decode(Array(bytes.prefix(count))) == nil)
    }
    #expect(SessionValuePayload.decode(bytes + [0]) == nil)
  }

  @Test func `An empty payload has no values`() {
    #expect(SessionValuePayload.decode([]) == [:])
    #expect(SessionValuePayload.decode([9, 0]) == nil)
  }

  @Test func `Equal values have equal bytes`() {
    let values = Dictionary(uniqueKeysWithValues: (0..<40).map { ("\($0)", [UInt8($0)]) })
    let again = Dictionary(uniqueKeysWithValues: (0..<40).reversed().map { ("\($0)", [UInt8($0)]) })
    #expect(SessionValuePayload.encode(values) == SessionValuePayload.encode(again))
  }

  @Test func `The largest values are left out until the others fit`() {
    func bytes(_ count: Int) -> [UInt8] { Array(repeating: 1, count: count) }
    let limit = SessionValuePayload.limit
    let all = SessionValuePayload.fitting(["a": bytes(limit - 3), "b": bytes(1)])
    #expect(all.leftOut.isEmpty)
    #expect(all.values.count == 2)
    let some = SessionValuePayload.fitting([
      "a": bytes(limit), "b": bytes(limit / 2), "c": bytes(limit / 2 + 1), "d": bytes(2),
    ])
    #expect(some.leftOut == ["a", "c"])
    #expect(Set(some.values.keys) == ["b", "d"])
  }
}
