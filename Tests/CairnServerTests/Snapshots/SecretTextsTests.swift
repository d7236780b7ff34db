import CairnFeatures
import Foundation
import Testing

@Suite struct SecretTextsTests {
  private struct Value: Codable, Equatable {
    var name = ""
    var password = ""
    var copies: [String] = []
    var pin = Secret()
  }

  private func json(_ value: Value) throws -> [UInt8] { try Array(JSONEncoder().encode(value)) }

  @Test(arguments: ["hunter2", "a", "\"", "\\", "a/b\"c\\", "é🪨\u{1}\n", ":", "\",\"name\":\""])
  func `A secret is removed if it's the whole string`(secret: String) throws {
    let texts = SecretTexts()
    texts.add(Secret(secret)) { [] }
    var value = Value(name: "x\(secret)", password: secret, copies: ["b", secret, secret])
    value.pin = Secret(secret)
    let redacted = try #require(texts.redacted(json: json(value)))
    let read = try JSONDecoder().decode(Value.self, from: Data(redacted))
    #expect(read == Value(name: "x\(secret)", copies: ["b", "", ""]))
    #expect(texts.redacted(json: try json(Value(name: "b"))) == nil)
  }

  @Test func `Equal texts from before the secret are kept`() throws {
    let texts = SecretTexts()
    let before = Value(name: "bob")
    texts.add(Secret("bob")) { [(try? json(before)) ?? []] }
    let redacted = try #require(texts.redacted(json: json(Value(name: "bob", password: "bob"))))
    #expect(try JSONDecoder().decode(Value.self, from: Data(redacted)) == before)
    // After the text is known, it still isn't confused with other values.
    texts.add(Secret("bob")) { [(try? json(Value(password: "bob"))) ?? []] }
    #expect(texts.redacted(json: try json(Value(password: "bob"))) != nil)
  }

  @Test func `A secret in a dictionary is removed`() {
    let texts = SecretTexts()
    texts.add(Secret("hunter2")) { [Array(#"{"user":"hunter2"}"#.utf8)] }
    let json = Array(#"{"a":{"b":"hunter2","hunter2":"x"}}"#.utf8)
    #expect(texts.redacted(json: json) == Array(#"{"a":{"b":"","hunter2":"x"}}"#.utf8))
    // The value itself is under one of several keys.
    let value = Array(#""hunter2""#.utf8)
    #expect(texts.redacted(json: value, at: "password") == Array(#""""#.utf8))
    #expect(texts.redacted(json: value, at: "user") == nil)
  }

  @Test func `A key that is equal to a secret is kept`() {
    let texts = SecretTexts()
    texts.add(Secret("name")) { [] }
    #expect(
      texts.redacted(json: Array(#"{"name":1,"a":["name"]}"#.utf8))
        == Array(#"{"name":1,"a":[""]}"#.utf8))
  }

  @Test(arguments: [#""hunter2"#, #"{"a":"hunter2"#, #"\"#, #"{"a":"\"#, #"["\"#, ""])
  func `Truncated JSON doesn't cause a crash`(json: String) {
    let texts = SecretTexts()
    texts.add(Secret("hunter2")) { [Array(json.utf8)] }
    #expect(texts.redacted(json: Array(json.utf8)) == nil)
  }

  @Test func `Dumps contain no secrets`() {
    let texts = SecretTexts()
    texts.add(Secret("hunter2")) { [] }
    texts.add(Secret("a")) { [] }
    #expect(
      texts.redacted(#"State(name: "Ada", code: "a", note: "is hunter2")"#)
        == #"State(name: "Ada", code: "•••", note: "is •••")"#)
    #expect(texts.isContained(in: #"code: "a""#))
    #expect(!texts.isContained(in: #"name: "Ada""#))
  }
}
