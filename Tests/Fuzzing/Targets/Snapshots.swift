import Cairn
import CairnApplications
import CairnTexts
import CairnViews
import Foundation

@testable import CairnServer

/// Stored snapshots of a scene, and stored values of a session.
struct Snapshots: FuzzTarget {
  static let name = "snapshot"
  static let maximumLength = 4096

  private let samples = Samples()

  static func seeds() throws -> [[UInt8]] {
    let samples = Samples()
    var seeds = [SessionValuePayload.encode(["user": Array(#"{"name":"Ada"}"#.utf8), "": []])]
    for url in ["/inventory/items/1", "/inventory/stocktake/2", "/counters", "/trains/home"] {
      guard let location = Location(url: url), let (mount, rest) = samples.mounts.match(location)
      else { continue }
      seeds.append(
        try samples.withScene(mount) { scene in
          _ = scene.page.open(rest)
          scene.durable.drafts.keep(
            Draft(typed: "12x", message: .system(.notNumber("12x"))), for: 7)
          scene.durable.notice = [.verbatim("Saved."), .system(.pageGone)]
          _ = try scene.handIn()
          var snapshot = scene.durable
          snapshot.interruptions = ["A timer was stopped."]
          snapshot.submitted = RecentNonces([1])
          if let state = snapshot.state {
            snapshot.history = SceneHistory([
              .init(revision: 1, turn: 1, isByEffect: false, state: state, interruptions: [])
            ])
          }
          return snapshot.encoded()
        })
    }
    return seeds
  }

  func run(_ bytes: [UInt8]) {
    if let values = SessionValuePayload.decode(bytes) {
      let again = SessionValuePayload.encode(values)
      require(
        SessionValuePayload.decode(again) == values, "the encoded values are decoded as others")
      require(again.count <= max(2, bytes.count), "the values are longer than the input")
    }
    guard let snapshot = SceneSnapshot(encoded: bytes) else { return }
    let again = snapshot.encoded()
    require(
      SceneSnapshot(encoded: again) == snapshot, "the encoded snapshot is decoded as another one")
    require(again.count <= bytes.count, "the result is longer than expected")

    guard let mount = samples.mount(at: snapshot.mount) ?? samples.mount(at: "/inventory") else {
      return
    }
    let stored = samples.withScene(mount, from: snapshot) { scene in
      require(scene.durable.revision == snapshot.revision, "the scene has another revision")
      _ = scene.page.update()
      _ = scene.page.collect([])
      let page = scene.page.render(
        PageContext(notice: scene.durable.notice, drafts: scene.durable.drafts.ofPage))
      require(page.bytes.string.utf8.count > 0, "the page is empty")
      return try? scene.handIn().payload
    }
    if let stored {
      guard let read = SceneSnapshot(encoded: stored) else {
        return require(false, "the loaded scene can't be stored")
      }
      require(
        SceneSnapshot(encoded: read.encoded()) == read, "what was stored again is another one")
    }
  }
}
