import CairnApplications
import CairnBytes
import CairnViews

/// All that is stored of a scene: what it needs to continue in another process as if nothing had happened.
///
/// A scene in memory has it as a value, too, and changes only that. Three parts live in the scene's stores and are
/// brought up to date before the scene is stored: ``location``, ``state``, and ``interruptions``.
package struct SceneSnapshot: Equatable {
  /// The path at which the application is mounted.
  package var mount: String
  /// Where the scene is, relative to its application.
  package var location: String
  /// Counts the actions.
  var revision: UInt64 = 0
  /// Counts the submissions.
  var turn: UInt64 = 0
  /// The scene's state; `nil` if the application's state can't be stored.
  var state: RememberedState?
  /// Typed text that isn't in the state.
  var drafts = SceneDrafts()
  /// What the server has to report, until the next submission.
  var notice: String?
  /// The pages that were submitted last.
  var submitted = RecentNonces()
  /// The views whose `.onAppear` has run. Views with tasks are left out: in another process, their work begins again.
  var appeared: Set<UInt64> = []
  /// The messages of the effects that are running, for users who continue without them.
  var interruptions: [String] = []
  /// The states of the pages that the user may come back to.
  var history = SceneHistory()

  init(mount: String, location: String) {
    self.mount = mount
    self.location = location
  }

  /// The typed text that isn't in the state.
  package var typed: [String] { drafts.shown.values.map(\.typed) }

  /// The encoded state; `nil` if there is none.
  package var stateBytes: [UInt8]? { state?.bytes }
}

extension SceneSnapshot {
  /// Counts the layouts of the encoding, so that a later one isn't read as this one.
  private static let layout: UInt8 = 3

  /// The maximum number of bytes of states in a snapshot, except for the last one. Beyond it, the oldest are left out.
  private static let historyLimit = 256 * 1024

  /// Encodes the states, and forgets the oldest that don't fit.
  /// - Returns: The number of bytes of states that are kept in memory alone.
  /// - Throws: What the `Codable` conformance of a state throws.
  mutating func encodeStates(by coder: StateCoder?) throws -> Int {
    _ = try state?.encoded(by: coder)
    var size = 0
    var kept: UInt64?
    for moment in history.moments.reversed() {
      guard let state = try moment.state.encoded(by: coder) else { return 0 }
      size += kept == nil ? 0 : state.count
      guard size <= Self.historyLimit else {
        // Nor are they kept in memory, except for the one before the last: an effect may have led away from its page.
        let isBefore = kept == history.moments.last?.revision
        history.forget(before: isBefore ? moment.revision : kept ?? 0)
        return isBefore ? state.count : 0
      }
      kept = moment.revision
    }
    return 0
  }

  /// The bytes of the snapshot, with the states that have been encoded. A state that is the last moment's is written once.
  func encoded() -> [UInt8] {
    let moments = storedMoments
    let state = state?.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      256 + (state?.count ?? 0) + moments.reduce(0) { $0 + ($1.state.bytes?.count ?? 0) + 32 })
    bytes.append(Self.layout)
    bytes.appendText(mount)
    bytes.appendText(location)
    bytes.appendVariable(revision)
    bytes.appendVariable(turn)
    bytes.appendText(orNone: notice)
    bytes.appendBigEndian(drafts.layer)
    bytes.appendVariable(UInt64(drafts.shown.count))
    for (field, draft) in drafts.shown {
      bytes.appendBigEndian(field)
      bytes.appendText(draft.typed)
      bytes.appendText(orNone: draft.message)
    }
    bytes.appendVariable(UInt64(drafts.waiting.count))
    for waiting in drafts.waiting {
      bytes.appendBigEndian(waiting.field.name.id)
      bytes.appendBigEndian(waiting.field.name.check)
      bytes.appendText(waiting.field.value)
      bytes.appendBigEndian(waiting.layer)
      bytes.append(waiting.isOffered ? 1 : 0)
      bytes.appendText(orNone: waiting.message)
    }
    bytes.appendVariable(UInt64(submitted.nonces.count))
    for nonce in submitted.nonces { bytes.appendBigEndian(nonce) }
    bytes.appendVariable(UInt64(appeared.count))
    for view in appeared { bytes.appendBigEndian(view) }
    bytes.appendTexts(interruptions)
    bytes.appendVariable(UInt64(moments.count))
    for moment in moments {
      bytes.appendVariable(moment.revision)
      bytes.appendVariable(moment.turn)
      bytes.append(moment.isByEffect ? 1 : 0)
      bytes.appendBlock(moment.state.bytes ?? [])
      bytes.appendTexts(moment.interruptions)
    }
    switch state {
    case nil: bytes.append(0)
    case let state? where state == moments.last?.state.bytes: bytes.append(1)
    case let state?:
      bytes.append(2)
      bytes.appendBlock(state)
    }
    return bytes
  }

  /// The moments that have bytes and fit. The one before the last may be kept in memory alone.
  private var storedMoments: ArraySlice<SceneHistory.Moment> {
    var size = 0
    var first = history.moments.endIndex
    while first > history.moments.startIndex,
      let state = history.moments[first - 1].state.bytes
    {
      size += first == history.moments.endIndex ? 0 : state.count
      guard size <= Self.historyLimit else { break }
      first -= 1
    }
    return history.moments[first...]
  }

  /// Reads what ``encoded()`` wrote; `nil` for anything else.
  package init?(encoded bytes: [UInt8]) {
    var rest = bytes[...]
    guard rest.popFirst() == Self.layout,
      let mount = rest.readText(), let location = rest.readText(),
      let revision = rest.readVariable(), let turn = rest.readVariable(),
      let notice = rest.readOptionalText(),
      let layer = rest.readBigEndian(UInt64.self),
      let drafts = rest.readList({ $0.readDraft() }),
      let waiting = rest.readList({ $0.readWaiting() }),
      let submitted = rest.readList({ $0.readBigEndian(UInt128.self) }),
      let appeared = rest.readList({ $0.readBigEndian(UInt64.self) }),
      let interruptions = rest.readTexts(),
      let moments = rest.readList({ $0.readMoment() }),
      let place = rest.popFirst()
    else { return nil }
    switch place {
    case 0: state = nil
    case 1: state = moments.last?.state
    default: state = rest.readBlock().map { RememberedState(stored: $0) }
    }
    guard rest.isEmpty, place == 0 || state != nil else { return nil }
    self.mount = mount
    self.location = location
    self.revision = revision
    self.turn = turn
    self.notice = notice
    self.drafts = SceneDrafts(
      shown: Dictionary(drafts) { _, last in last }, of: layer, waiting: waiting)
    self.submitted = RecentNonces(submitted)
    self.appeared = Set(appeared)
    self.interruptions = interruptions
    history = SceneHistory(moments)
  }
}

extension [UInt8] {
  fileprivate mutating func appendTexts(_ texts: [String]) {
    appendVariable(UInt64(texts.count))
    for text in texts { appendText(text) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func readTexts() -> [String]? { readList { $0.readText() } }

  fileprivate mutating func readList<Item>(
    _ read: (inout Self) -> Item?
  ) -> [Item]? {
    guard let number = readCount() else { return nil }
    var list: [Item] = []
    list.reserveCapacity(number)
    for _ in 0..<number {
      guard let element = read(&self) else { return nil }
      list.append(element)
    }
    return list
  }

  fileprivate mutating func readDraft() -> (UInt64, Draft)? {
    guard let field = readBigEndian(UInt64.self), let typed = readText(),
      let message = readOptionalText()
    else { return nil }
    return (field, Draft(typed: typed, message: message))
  }

  fileprivate mutating func readWaiting() -> SceneDrafts.Waiting? {
    guard let id = readBigEndian(UInt64.self), let check = readBigEndian(UInt64.self),
      let value = readText(), let layer = readBigEndian(UInt64.self), let flag = popFirst(),
      let message = readOptionalText()
    else { return nil }
    return SceneDrafts.Waiting(
      field: SubmittedField(name: FieldName(id: id, check: check), value: value),
      layer: layer, isOffered: flag == 1, message: message)
  }

  fileprivate mutating func readMoment() -> SceneHistory.Moment? {
    guard let revision = readVariable(), let turn = readVariable(), let flag = popFirst(),
      let state = readBlock(), let interruptions = readTexts()
    else { return nil }
    return SceneHistory.Moment(
      revision: revision, turn: turn, isByEffect: flag == 1, state: RememberedState(stored: state),
      interruptions: interruptions)
  }
}
