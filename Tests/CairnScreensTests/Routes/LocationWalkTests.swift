import Cairn
import Foundation
import Testing

/// Random states can be opened by their locations.
@Suite struct LocationWalkTests {
  @Test func `The location of any state opens it`() throws {
    // To reproduce a failed state, set CAIRN_SEED to its seed.
    let environment = ProcessInfo.processInfo.environment
    let base = environment["CAIRN_SEED"].flatMap(UInt64.init) ?? .random(in: 0...UInt64.max)
    var random = Numbers(state: base)
    var last = Tracker.State()
    var seen: Set<Location> = []
    for _ in 0..<2000 {
      let state = tracker(&random)
      let location = state.location
      seen.insert(location)
      try #require(Location(url: location.url) == location, "With the seed \(base)")
      var fresh = Tracker.State(secret: state.secret)
      let opened = fresh.open(location)
      try #require(opened.isComplete, "\(location.url), with the seed \(base)")
      try #require(opened.unreadable.isEmpty, "\(location.url), with the seed \(base)")
      try #require(fresh.location == location, "With the seed \(base)")
      try #require(isSame(fresh, state), "\(location.url), with the seed \(base)")
      // The location opens from any state. Opening the current location changes nothing.
      last.open(location)
      last.secret = state.secret
      try #require(last.location == location, "With the seed \(base)")
      try #require(isSame(last, state), "\(location.url), with the seed \(base)")
      var same = state
      same.open(location)
      try #require(same == state, "With the seed \(base)")
    }
    #expect(seen.count > 500)
  }

  /// Compares the elements, because they have new IDs each time.
  private func isSame(_ one: Tracker.State, _ other: Tracker.State) -> Bool {
    var one = one
    let path = Array(one.path)
    one.path = other.path
    return path == Array(other.path) && one == other
  }

  // MARK: States that a user can reach

  private static let texts = [
    "", "a", "~", "~~", "~k3", "a b", "a+b", "&=?#%", "/", "é", "🪨", "page=2", "..",
  ]

  private func tracker(_ random: inout Numbers) -> Tracker.State {
    var state = Tracker.State(
      status: [nil, .open, .closed].randomElement(using: &random) ?? nil,
      page: Int.random(in: 1...3, using: &random),
      text: Self.texts.randomElement(using: &random) ?? "",
      secret: Int.random(in: 0...9, using: &random))
    switch Int.random(in: 0..<6, using: &random) {
    case 0: state.destination = .help(Search.State())
    case 1: state.path.append(.newIssue(issue(0, &random)))
    case 2: break
    default:
      let id = Bool.random(using: &random) ? 7 : 17
      state.path.append(.issue(issue(id, &random)))
      switch Int.random(in: 0..<3, using: &random) {
      case 0: state.path.append(.settings(CommentSettings.State(issue: id)))
      case 1: state.path.append(.comments(comments(id, &random)))
      default: break
      }
    }
    return state
  }

  private func issue(_ id: Int, _ random: inout Numbers) -> TrackedIssue.State {
    var issue = TrackedIssue.State(id: id)
    if Bool.random(using: &random) { issue.tab = Self.texts.randomElement(using: &random) }
    if Bool.random(using: &random) {
      issue.edit = Editor.State(thing: Thing(id: id))
      if Bool.random(using: &random) { issue.edit?.destination = .colors(Colors.State()) }
    }
    return issue
  }

  private func comments(_ issue: Int, _ random: inout Numbers) -> Comments.State {
    var comments = Comments.State(issue: issue, page: Int.random(in: 1...3, using: &random))
    comments.isNewestFirst = Bool.random(using: &random)
    if Bool.random(using: &random) {
      comments.search = Search.State(text: Self.texts.randomElement(using: &random) ?? "")
    }
    return comments
  }

  /// Random numbers that are reproducible from a seed (SplitMix64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
      bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
      return bits ^ (bits >> 31)
    }
  }
}
