import CairnApplications
import CairnBytes
import CairnDependencies
import CairnFeatures
import CairnSecurity
import CairnTexts
import CairnViews
import Foundation
import Testing

@testable import CairnServer

/// Snapshots are decoded as they were encoded, and damaged ones don't crash the process.
@Suite struct SceneSnapshotTests {
  private static var bare: SceneSnapshot { SceneSnapshot(mount: "/", location: "/") }

  private static var full: SceneSnapshot {
    var snapshot = SceneSnapshot(mount: "/inventory", location: "/items/1 é🎹")
    snapshot.revision = .max
    snapshot.turn = 1 << 40
    snapshot.state = RememberedState(stored: Array(#"{"a":1}"#.utf8))
    snapshot.drafts = SceneDrafts(
      shown: [
        0: Draft(typed: "", message: nil),
        .max: Draft(typed: "12x", message: .system(.notNumber("12x"))),
      ],
      of: 1 << 63,
      waiting: [
        .init(
          field: .init(name: FieldName(id: 1, check: .max), value: "é"), layer: 3,
          isRestored: true, message: "It was changed.", owner: "ann"),
        .init(
          field: .init(name: FieldName(id: 2, check: 3), value: "a"), layer: 4,
          isRestored: true, message: nil),
        .init(
          field: .init(name: FieldName(id: .max, check: 0), value: ""), layer: .max,
          isRestored: false, message: nil, owner: "é"),
      ])
    snapshot.notice = ["", .system(.addressTooDeep(limit: 3)), .system(.typedTexts(["é", "“"]))]
    snapshot.submitted = RecentNonces([0, .max, 1 << 100])
    snapshot.appeared = [0, 7, .max]
    snapshot.interruptions = ["The timer was stopped.", ""]
    snapshot.resumptions = [
      EffectResumption(
        store: 1, key: IdempotencyKey("k"), starts: 2,
        beginning: .init(path: "list.begin", payload: Array(#"{"a":1}"#.utf8)),
        report: .init(path: "é", payload: [])),
      EffectResumption(key: IdempotencyKey(""), starts: 0, beginning: nil, report: nil),
    ]
    snapshot.history = SceneHistory([
      .init(
        revision: 1, turn: 1, isByEffect: false, state: RememberedState(stored: []),
        interruptions: []),
      .init(
        revision: .max, turn: 2, isByEffect: true,
        state: RememberedState(stored: Array(#"{"a":1}"#.utf8)), interruptions: ["a", "b"],
        resumptions: [
          EffectResumption(
            key: IdempotencyKey("k"), starts: 1, beginning: nil,
            report: .init(path: "b", payload: [0]))
        ]),
    ])
    return snapshot
  }

  private static var all: [SceneSnapshot] {
    var other = full
    other.state = RememberedState(stored: [1, 2, 3])
    other.notice = []
    var stateless = full
    stateless.state = nil
    var empty = bare
    empty.state = RememberedState(stored: [])
    var holding = full
    holding.held = HeldForm(
      SubmittedForm([("~tap", "7"), ("~f.0000000000000001.0000000000000002", "é")]), nonce: .max,
      of: PageToken(scene: nil, revision: 1, layers: [0, .max], location: "/"), revision: 300,
      in: HeldForm.Situation(
        cause: .form, location: "/é", guards: 1, owner: "ann",
        time: Date(timeIntervalSince1970: 1_000_000)))
    var reduced = holding
    reduced.reducedSince = 1_795_877_539_471_666
    return [bare, full, other, stateless, empty, holding, reduced]
  }

  @Test(arguments: 0..<7) func `A snapshot is decoded as it was encoded`(index: Int) {
    let snapshot = Self.all[index]
    #expect(SceneSnapshot(encoded: snapshot.encoded()) == snapshot)
  }

  /// The layout in which messages were texts in English.
  @Test func `A snapshot of the previous layout keeps its messages as they are`() throws {
    var bytes: [UInt8] = [3]
    bytes.appendText("/inventory")
    bytes.appendText("/items/1")
    for number: UInt64 in [5, 2] { bytes.appendVariable(number) }
    bytes.appendText(orNone: "That page doesn't exist. Here's the closest match.")
    bytes.appendBigEndian(UInt64(9))
    bytes.appendVariable(1)
    bytes.appendBigEndian(UInt64(7))
    bytes.appendText("12x")
    bytes.appendText(orNone: "“12x” isn't a number.")
    // Waiting fields, submitted pages, appearances, interruptions, and checkpoints.
    for _ in 0..<5 { bytes.appendVariable(0) }
    bytes.append(0)
    let snapshot = try #require(SceneSnapshot(encoded: bytes))
    #expect(snapshot.notice == ["That page doesn't exist. Here's the closest match."])
    #expect(
      snapshot.drafts.shown == [7: Draft(typed: "12x", message: "“12x” isn't a number.")])
    #expect(SceneSnapshot(encoded: snapshot.encoded()) == snapshot)
  }

  @Test func `An unknown message of a later version is left out`() throws {
    var snapshot = Self.bare
    snapshot.notice = [.system(.pageGone), "Saved."]
    let bytes = snapshot.encoded()
    let name = Array("pageGone".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: name) })
    var later = bytes
    later[start] = UInt8(ascii: "q")
    #expect(SceneSnapshot(encoded: later)?.notice == ["Saved."])
  }

  @Test func `A state that is also the last checkpoint's is written once`() {
    var snapshot = Self.bare
    let state = RememberedState(stored: Array(repeating: 7, count: 10_000))
    snapshot.state = state
    let alone = snapshot.encoded().count
    snapshot.history = SceneHistory([
      .init(revision: 0, turn: 0, isByEffect: false, state: state, interruptions: [])
    ])
    #expect(snapshot.encoded().count < alone + 20)
    #expect(SceneSnapshot(encoded: snapshot.encoded()) == snapshot)
  }

  @Test(arguments: 0..<7) func `A truncated snapshot can't be decoded`(index: Int) {
    let bytes = Self.all[index].encoded()
    for length in bytes.indices {
      #expect(SceneSnapshot(encoded: Array(bytes[..<length])) == nil, "\(length)")
    }
    #expect(SceneSnapshot(encoded: bytes + [0]) == nil)
  }

  @Test(arguments: 0..<7) func `A damaged snapshot can't be decoded, or is another valid snapshot`(
    index: Int
  ) {
    let bytes = Self.all[index].encoded()
    for offset in bytes.indices {
      for value in UInt8.min...UInt8.max where value != bytes[offset] {
        var damaged = bytes
        damaged[offset] = value
        // A snapshot that can be decoded can be encoded and decoded again.
        if let read = SceneSnapshot(encoded: damaged) {
          #expect(SceneSnapshot(encoded: read.encoded()) == read)
        }
      }
    }
  }

  @Test func `Another format isn't decoded`() {
    var bytes = Self.full.encoded()
    for layout in UInt8.min...UInt8.max where layout != bytes[0] {
      bytes[0] = layout
      #expect(SceneSnapshot(encoded: bytes) == nil)
      bytes[0] = Self.full.encoded()[0]
    }
  }

  @Test func `Wrong lengths don't allocate memory`() {
    // The bytes contain a count of 2⁶⁴ - 1 at each position that can have a number.
    let bytes = Self.full.encoded()
    let huge = [UInt8](repeating: 0xff, count: 9) + [1]
    for offset in bytes.indices.dropFirst() {
      let damaged = bytes[..<offset] + huge + bytes[(offset + 1)...]
      if let read = SceneSnapshot(encoded: Array(damaged)) {
        #expect(SceneSnapshot(encoded: read.encoded()) == read)
      }
    }
  }

  @Test func `A scene without work is stored in the layout of earlier versions`() throws {
    var snapshot = SceneSnapshot(mount: "/", location: "/")
    let bytes = snapshot.encoded()
    #expect(bytes.last == 0)
    snapshot.resumptions = [
      .init(
        key: .init("k"), starts: 1, beginning: .init(path: "a", payload: [1]),
        report: .init(path: "b", payload: []))
    ]
    let larger = snapshot.encoded()
    #expect(larger.starts(with: bytes.dropLast()))
    #expect(larger.count > bytes.count)
  }
}
