import Cairn
import Foundation
import Testing

@testable import CairnApplications
@testable import CairnServer

/// The stored form of undo steps.
@Suite struct UndoSnapshotTests {
  @Test func `Stored undo steps contain no secrets`() throws {
    struct State: Codable {
      var password = ""
      var history = UndoHistory<String>()
    }
    let secrets = SecretTexts()
    var state = State()
    // The number exceeds an earlier limit on remembered secrets. Each secret is in a step.
    for number in 1...100 {
      let password = "hunter\(1000 + number)"
      secrets.add(Secret(password)) { [] }
      state.history.record(state.password)
      state.password = password
    }
    let coder = try #require(StateCoder(State.self)).redacting(secrets)
    let bytes = try coder.encode(state).bytes
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter"))
    state.history.undo(&state.password)
    #expect(state.password == "hunter1099")
  }

  @Test func `States that differ only in their undo steps have equal values`() throws {
    struct State: Codable {
      var text = "b"
      var history = UndoHistory<String>()
    }
    let coder = try #require(StateCoder(State.self))
    var changed = State()
    changed.history.record("a")
    func json(_ bytes: [UInt8]) throws -> NSDictionary? {
      try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary
    }
    #expect(try json(coder.value(State())) != nil)
    #expect(try json(coder.value(changed)) == json(coder.value(State())))
    #expect(try json(coder.encode(changed).bytes) != json(coder.encode(State()).bytes))
  }
}
