import Foundation
import Testing

@testable import Gallery

/// Random walks with arbitrary user actions and server events. Changes are neither lost nor repeated,
/// and each page has the effect that it shows.
///
/// `CAIRN_WALKS` is the number of walks, 100 by default. `CAIRN_WALK_SEED` is the seed of the
/// first walk. Another seed leads to other walks.
struct RandomWalkTests {
  /// The number of parts that run at the same time.
  private static let parts = 2

  @Test(arguments: 0..<parts) func `Random walks don't lose any data`(part: Int) async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAIRN_WALKS"].flatMap(Int.init) ?? 100
    let base = environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
    var events: Set<Walk.Event> = []
    for number in stride(from: part, to: count, by: Self.parts) {
      let seed = base &+ UInt64(number)
      let walk = try await randomWalk(seed: seed, checkingSource: number % 50 == part)
      events.formUnion(walk.events)
      guard let failure = walk.failure else { continue }
      let short = try await shrunk(failure) { try await takeWalk($0) }
      Issue.record("CAIRN_WALK_SEED=\(seed) CAIRN_WALKS=1: \(short.message)\n\(short.source)")
      return
    }
    if count >= 500 { #expect(events == Set(Walk.Event.allCases)) }
  }

  /// The server restarts while the form of a deleted item is added as a new item.
  @Test func `Values entered for a deleted item can be added despite restarts`() async throws {
    try await expectWalk([
      .newTab("/inventory"), .tap("Open", row: 1), .tap("Apply"), .fill("Name", "Desk"),
      .switchTab(0),
      .tap("Delete", row: 1), .tap("Delete"), .switchTab(1), .tap("Inventory"), .restart,
      .tap("Add as a new item"), .restart, .fill("Quantity", "7"), .tap("Save"), .submitAgain,
      .back, .back, .tap("Add as a new item"), .back, .tap("Discard"), .reload,
    ])
  }

  /// Shortened walks that failed once.
  @Test func `Walks that once lost data succeed`() async throws {
    // After Back, the page below a form continues once the form has saved.
    try await expectWalk([
      .tap("Open", row: 1), .fill("Name", "Lamp"), .tap("Apply"), .back, .back, .reload,
      .tap("Open", row: 1),
    ])
    // An alert belongs to the scene that presented it.
    try await expectWalk([
      .tap("Open", row: 0), .tap("Inventory"), .duplicateTab, .tap("Delete", row: 0),
      .tap("Delete"), .switchTab(0), .tap("Delete", row: 1), .back, .back, .reload,
    ])
    // Answering an alert that's gone doesn't discard text typed elsewhere.
    try await expectWalk([
      .tap("Open", row: 0), .fill("Quantity", "-3"), .tap("Inventory"), .duplicateTab,
      .switchTab(0), .tap("OK"), .tap("Open", row: 1), .fill("Quantity", "many"),
      .tap("Inventory"), .switchTab(1), .tap("OK"),
    ])
    // The page reports a value whose field was removed.
    try await expectWalk([
      .newTab("/inventory/items/3"), .switchTab(0), .tap("Open", row: 2), .toggle("In stock"),
      .tap("Inventory"), .switchTab(1), .tap("Inventory"), .back, .toggle("On back order"),
      .tap("Inventory"),
    ])
    // A deleted item keeps its address.
    try await expectWalk([
      .newTab("/inventory"), .tap("Open", row: 1), .tap("Inventory"), .newTab("/inventory/add"),
      .tap("Cancel"), .tap("Delete", row: 1), .tap("Delete"), .switchTab(1), .back, .reload,
      .reload,
    ])
    // A page from before the scene went on doesn't report the change that it had saved.
    try await expectWalk([
      .tap("Add"), .tap("Save"), .tap("Apply"), .duplicateTab, .tap("Cancel"),
      .tap("Delete", row: 3), .tap("Delete"), .switchTab(0), .back, .back, .tap("Save"),
      .tap("Save"),
    ])
    // A page submitted before a restart isn't treated as another user's.
    try await expectWalk([
      .tap("Open", row: 1), .tap("Apply"), .duplicateTab, .restart, .choose("Color", "Green"),
      .tap("Apply"), .switchTab(0), .fill("Quantity", "42"), .tap("Inventory"), .back, .back,
      .fill("Quantity", "-3"), .tap("Inventory"),
    ])
    try await expectWalk([
      .tap("Add"), .fill("Quantity", "many"), .tap("Save"), .toggle("In stock"), .restart,
      .tap("Save"), .fill("Name", "Lamp"), .submitAgain, .tap("Save"), .submitAgain, .back,
      .tap("Save"),
    ])
  }
}
