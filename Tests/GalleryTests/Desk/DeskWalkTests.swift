import Foundation
import Testing

/// Random walks through an application with a guard, queries, and a stack whose elements present, and
/// through one without locations. Every submitted text is posted once or is still available, and only
/// signed-in users post.
///
/// `CAIRN_WALKS` is the number of walks, 100 by default. `CAIRN_WALK_SEED` is the seed of the
/// first walk. Another seed leads to other walks.
struct DeskWalkTests {
  /// The number of parts that run at the same time.
  private static let parts = 2

  @Test(arguments: 0..<parts) func `Random walks don't lose any text`(part: Int) async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["CAIRN_WALKS"].flatMap(Int.init) ?? 100
    let base = environment["CAIRN_WALK_SEED"].flatMap(UInt64.init) ?? 1
    var events: Set<DeskWalk.Event> = []
    for number in stride(from: part, to: count, by: Self.parts) {
      let seed = base &+ UInt64(number)
      let walk = try await randomDeskWalk(seed: seed, checkingSource: number % 10 == part)
      events.formUnion(walk.events)
      guard let failure = walk.failure else { continue }
      let short = try await shrunk(failure) { try await takeDeskWalk($0) }
      Issue.record("CAIRN_WALK_SEED=\(seed) CAIRN_WALKS=1: \(short.message)\n\(short.source)")
      return
    }
    if count >= 100 { #expect(events == Set(DeskWalk.Event.allCases)) }
  }

  /// Shortened walks that failed once. Typed text waits until its field is shown again, but doesn't
  /// move to the field of another element at the same location.
  @Test func `Walks that once lost text succeed`() async throws {
    try await expectDeskWalk([
      .fill("Name", "Ann"), .tap("Sign in"), .samePage, .tap("Issue 1"), .tap("Comments"),
      .duplicateTab, .switchTab(0), .tap("Issue 1"), .tap("Comments"), .switchTab(2),
      .signOutElsewhere, .fill("Text", "Hello"), .tap("Post and close"), .fill("Name", "Bob"),
      .tap("Sign in"), .tap("Post"),
    ])
    try await expectDeskWalk([
      .fill("Name", "Ann"), .tap("Sign in"), .tap("Issue 1"), .tap("Comments"), .duplicateTab,
      .tap("Cancel"), .tap("Desk"), .samePage, .switchTab(1), .tap("Issue 1"), .tap("Comments"),
      .signOutElsewhere, .switchTab(2), .tap("Open"), .fill("Name", "Bob"), .switchTab(0),
      .fill("Text", "Hello"), .tap("Apply"), .switchTab(2), .tap("Sign in"), .switchTab(0),
      .reload,
    ])
  }

  @Test(arguments: DeskFault.allCases) func `A walk finds a planted fault and is shortened`(
    fault: DeskFault
  )
    async throws
  {
    var found: DeskWalk.Failure?
    for seed in 0..<UInt64(100) where found == nil {
      found = try await randomDeskWalk(seed: seed, on: fault.site).failure
    }
    let failure = try #require(found)
    let short = try await shrunk(failure) { try await takeDeskWalk($0, on: fault.site) }
    #expect(short.steps.count <= fault.steps)
    #expect(short.message.contains(fault.message))
    #expect(
      short.source.hasPrefix("@Test func walk() async throws {\n  try await expectDeskWalk([\n"))
    // Without the fault, the same walk succeeds.
    #expect(try await takeDeskWalk(short.steps) == nil)
  }
}

/// A fault that can be planted in the desk.
enum DeskFault: CaseIterable {
  case losesAComment, keepsItTwice, forgetsSessions

  func site() throws -> DeskSite {
    switch self {
    case .losesAComment: try DeskSite(DeskDatabase { $0 == 2 ? 0 : 1 })
    case .keepsItTwice: try DeskSite(DeskDatabase { $0 == 2 ? 2 : 1 })
    case .forgetsSessions: try DeskSite(keepsSessions: false)
    }
  }

  /// The number of steps that reveal the fault: two comments after signing in, or a restart after that.
  var steps: Int {
    switch self {
    case .losesAComment, .keepsItTwice: 9
    case .forgetsSessions: 3
    }
  }

  var message: String {
    switch self {
    case .losesAComment: "was neither posted nor reported"
    case .keepsItTwice: "” posted ["
    case .forgetsSessions: "before the restart"
    }
  }
}
