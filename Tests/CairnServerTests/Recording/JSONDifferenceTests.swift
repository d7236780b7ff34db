import CairnApplications
import Foundation
import Testing

@testable import CairnRecorder

/// Differences between two JSON values.
@Suite struct JSONDifferenceTests {
  private func value(_ text: String) throws -> JSONValue { try JSONValue(bytes: Array(text.utf8)) }

  @Test(arguments: [
    (#"{"a":1}"#, #"{"a":2}"#, #"[[["a"],2]]"#),
    (#"{"a":1,"b":2}"#, #"{"b":2}"#, #"[[["a"]]]"#),
    (#"{}"#, #"{"a":null}"#, #"[[["a"],null]]"#),
    (#"{"a":[1,2,3]}"#, #"{"a":[1,5,3]}"#, #"[[["a",1],5]]"#),
    (#"{"a":[1,2,3]}"#, #"{"a":[1,3]}"#, #"[[["a"],1,1,[]]]"#),
    (#"{"a":[1,3]}"#, #"{"a":[1,2,2,3]}"#, #"[[["a"],1,0,[2,2]]]"#),
    (#"[1,1,1]"#, #"[1,1]"#, #"[[[],2,1,[]]]"#),
    (
      #"{"a":{"b":{"c":true}}}"#, #"{"a":{"b":{"c":false,"d":"x"}}}"#,
      #"[[["a","b","c"],false],[["a","b","d"],"x"]]"#
    ),
    (#"3"#, #"{"a":1}"#, #"[[[],{"a":1}]]"#),
    (#"{"1":[0]}"#, #"{"1":[1]}"#, #"[[["1",0],1]]"#),
    (
      #"{"a":18446744073709551615}"#, #"{"a":-9223372036854775808}"#,
      #"[[["a"],-9223372036854775808]]"#
    ),
    (#"{"a":1}"#, #"{"a":1}"#, #"[]"#),
  ])
  func `Applying a difference to the old value gives the new value`(
    old: String, new: String, text: String
  ) throws {
    let (before, after) = (try value(old), try value(new))
    let difference = JSONDifference(from: before, to: after)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let encoded = try encoder.encode(difference)
    #expect(String(decoding: encoded, as: UTF8.self) == text)
    let decoded = try JSONDecoder().decode(JSONDifference.self, from: encoded)
    #expect(decoded == difference)
    var state = before
    try decoded.apply(to: &state)
    #expect(state == after)
  }

  /// Random values with few names and numbers, so that the values are similar.
  @Test func `Differences work for random values`() throws {
    var random = Seeded(state: 7)
    for _ in 0..<2000 {
      let (before, after) = (JSONValue.random(using: &random), JSONValue.random(using: &random))
      var state = before
      try JSONDifference(from: before, to: after).apply(to: &state)
      #expect(state == after)
      #expect(try JSONValue(bytes: after.bytes) == after)
    }
  }

  @Test(arguments: [
    #"[[["b","c"],1]]"#, #"[[["a","c"],1]]"#, #"[[["a"],0,3,[]]]"#, #"[[["a"],-1,0,[]]]"#,
    #"[[["a",7],1]]"#,
    #"[[["a"],9223372036854775807,1,[]]]"#,
  ])
  func `A difference of another value can't be applied`(text: String) throws {
    let difference = try JSONDecoder().decode(JSONDifference.self, from: Data(text.utf8))
    var state = try value(#"{"a":[1,2]}"#)
    #expect(throws: JSONDifference.Mismatch.self) { try difference.apply(to: &state) }
  }
}

private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}

extension JSONValue {
  fileprivate static func random(
    using random: inout some RandomNumberGenerator, depth: Int = 0
  ) -> JSONValue {
    switch Int.random(in: 0..<(depth < 3 ? 8 : 5), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(.random(in: 0...2, using: &random))
    case 3: .decimal(Decimal(string: "0.5")!)
    case 4: .string(["", "a", "“é”"].randomElement(using: &random)!)
    case 5, 6:
      .array(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          .random(using: &random, depth: depth + 1)
        })
    default:
      .object(
        Dictionary(
          uniqueKeysWithValues: ["a", "b", "c"].shuffled(using: &random)
            .prefix(Int.random(in: 0...3, using: &random))
            .map { ($0, .random(using: &random, depth: depth + 1)) }))
    }
  }
}
