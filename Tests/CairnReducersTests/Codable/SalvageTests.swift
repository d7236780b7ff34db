import Cairn
import CairnReducers
import Foundation
import Testing

// States of an earlier program version. Only the layers up to the unreadable one can be decoded.

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Codable, Equatable {
    var text = ""
  }
  enum Action { case nothing }
  var body: some ReducerOf<Self> { EmptyReducer() }
}

@Reducer
private struct Branch {
  @ObservableState
  struct State: Codable, Equatable {
    var name = ""
    @Presents var leaf: Leaf.State?
  }
  enum Action { case leaf(PresentationAction<Leaf.Action>) }
  var body: some ReducerOf<Self> {
    EmptyReducer().ifLet(\.$leaf, action: \.leaf) { Leaf() }
  }
}

@Reducer
private struct Trunk {
  @ObservableState
  struct State: Codable, Equatable {
    var count = 0
    @Presents var branch: Branch.State?
    var path = StackState<Leaf.State>()
  }
  enum Action {
    case branch(PresentationAction<Branch.Action>)
    case path(StackAction<Leaf.State, Leaf.Action>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$branch, action: \.branch) { Branch() }
      .forEach(\.path, action: \.path) { Leaf() }
  }
}

@Suite struct SalvageTests {
  private static let state = Trunk.State(
    count: 7, branch: Branch.State(name: "b", leaf: Leaf.State(text: "l")),
    path: StackState(["0", "1", "2", "3"].map { Leaf.State(text: $0) }))

  private func json(_ state: Trunk.State = state) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(state), as: UTF8.self)
  }

  /// Returns the part of a state that can be decoded after its text was changed.
  private func salvaged(
    _ old: String, _ new: String
  ) throws -> (state: Trunk.State, hasLost: Bool) {
    let text = try json()
    try #require(text.contains(old), "\(text)")
    let salvage = Salvage()
    let decoder = JSONDecoder()
    decoder.userInfo[.salvage] = salvage
    let changed = Data(text.replacing(old, with: new).utf8)
    // Without salvage, the state can't be decoded.
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Trunk.State.self, from: changed)
    }
    return (try decoder.decode(Trunk.State.self, from: changed), salvage.hasLost)
  }

  @Test func `A complete state is restored without losses`() throws {
    let salvage = Salvage()
    let decoder = JSONDecoder()
    decoder.userInfo[.salvage] = salvage
    #expect(try decoder.decode(Trunk.State.self, from: Data(json().utf8)) == Self.state)
    #expect(!salvage.hasLost)
    let bare = try decoder.decode(Trunk.State.self, from: Data(json(Trunk.State()).utf8))
    #expect(bare == Trunk.State())
    #expect(!salvage.hasLost)
  }

  @Test func `An unreadable top layer is lost alone`() throws {
    let (state, hasLost) = try salvaged(#""text":"l""#, #""label":"l""#)
    var expected = Self.state
    expected.branch?.leaf = nil
    #expect(state == expected)
    #expect(hasLost)
  }

  @Test func `An unreadable layer is lost with all layers above it`() throws {
    let (state, hasLost) = try salvaged(#""name":"b""#, #""name":1"#)
    var expected = Self.state
    expected.branch = nil
    #expect(state == expected)
    #expect(hasLost)
  }

  @Test(arguments: 0..<4) func `An unreadable stack element is lost with those after it`(index: Int)
    throws
  {
    let (state, hasLost) = try salvaged(#""text":"\#(index)""#, #""text":null"#)
    #expect(state.path.map(\.text) == (0..<index).map(String.init))
    #expect(state.count == 7 && state.branch == Self.state.branch)
    #expect(Array(state.path.ids) == Array(Self.state.path.ids.prefix(index)))
    #expect(hasLost)
    // A new element doesn't reuse the ID of a lost one.
    var next = state
    next.path.append(Leaf.State(text: "new"))
    #expect(!Self.state.path.ids.contains(try #require(next.path.ids.last)))
  }

  @Test func `Two unreadable parts are both lost`() throws {
    let text = try json().replacing(#""text":"l""#, with: "").replacing(#""text":"0""#, with: "")
    let salvage = Salvage()
    let decoder = JSONDecoder()
    decoder.userInfo[.salvage] = salvage
    let state = try decoder.decode(Trunk.State.self, from: Data(text.utf8))
    #expect(state == Trunk.State(count: 7, branch: Branch.State(name: "b"), path: state.path))
    #expect(state.path.isEmpty)
    #expect(salvage.hasLost)
  }

  @Test func `An unreadable root throws`() throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.salvage] = Salvage()
    let text = try json().replacing(#""count":7"#, with: #""count":"seven""#)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Trunk.State.self, from: Data(text.utf8))
    }
  }

  @Test(arguments: [#""elements":[]"#, #""elements":{}"#])
  func `A stack whose IDs don't match its elements throws`(elements: String) throws {
    let decoder = JSONDecoder()
    decoder.userInfo[.salvage] = Salvage()
    let text = try json()
    let range = try #require(text.range(of: #""elements":["#))
    let end = try #require(text.range(of: "]", range: range.upperBound..<text.endIndex))
    let changed = text.replacingCharacters(in: range.lowerBound..<end.upperBound, with: elements)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Trunk.State.self, from: Data(changed.utf8))
    }
  }
}
