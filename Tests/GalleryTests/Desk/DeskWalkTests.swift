import Foundation
import Testing

/// Random walks of an application with a guard, with queries, with a stack whose elements present, and
/// of one without locations: whatever a user does and whatever befalls the server, what was sent is
/// posted once or is still there, and nobody posts who is not signed in.
///
/// `CAIRN_WALKS` is the number of walks, a thousand with `CI=true` and a hundred without.
/// `CAIRN_WALK_SEED` is the seed of the first: another one takes other walks.
struct DeskWalkTests {
  /// The walks are taken at the same time in so many parts.
  private static let parts = 2

  @Test(arguments: 0..<parts) func nothingIsLost(part: Int) async throws {
    let environment = ProcessInfo.processInfo.environment
    let count =
      environment["CAIRN_WALKS"].flatMap(Int.init)
      ?? (environment["CI"] == "true" ? 1000 : 100)
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

  /// Short forms of walks that failed once: what was typed waits for a field that comes again, and not
  /// for one of another element at the same location.
  @Test func whatWasLostOnce() async throws {
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

  /// A walk finds what is wrong, and is made short.
  @Test(arguments: DeskFault.allCases) func aFaultIsFoundAndItsWalkIsShort(fault: DeskFault)
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
    // What is right passes on the same way.
    #expect(try await takeDeskWalk(short.steps) == nil)
  }
}

/// What can be wrong with the desk.
enum DeskFault: CaseIterable {
  case losesAComment, keepsItTwice, forgetsSessions

  func site() throws -> DeskSite {
    switch self {
    case .losesAComment: try DeskSite(DeskDatabase { $0 == 2 ? 0 : 1 })
    case .keepsItTwice: try DeskSite(DeskDatabase { $0 == 2 ? 2 : 1 })
    case .forgetsSessions: try DeskSite(keepsSessions: false)
    }
  }

  /// How many steps lead to it: two comments after signing in, or a restart after that.
  var steps: Int {
    switch self {
    case .losesAComment, .keepsItTwice: 9
    case .forgetsSessions: 3
    }
  }

  var message: String {
    switch self {
    case .losesAComment: "was not posted, and nothing is said of it"
    case .keepsItTwice: "has posted"
    case .forgetsSessions: "before the restart"
    }
  }
}
