import CairnApplications
import CairnBytes
import CairnDependencies
import CairnFeatures
import CairnTexts
import CairnViews

/// The stored form of a scene, which has everything that the scene needs to continue in another process.
///
/// A scene in memory also has this value, and changes only that. Four properties mirror the scene's stores, and are
/// updated before the scene is stored. They're ``location``, ``state``, ``interruptions``, and ``resumptions``.
package struct SceneSnapshot: Equatable {
  /// The path of the application.
  package var mount: String
  /// The scene's location, relative to its application.
  package var location: String
  /// The number of actions.
  var revision: UInt64 = 0
  /// The number of submissions.
  var turn: UInt64 = 0
  /// The scene's state, or `nil` if the application's state can't be stored.
  var state: RememberedState?
  /// The typed text that isn't in the state.
  var drafts = SceneDrafts()
  /// The sentences of the server's message, which is shown until the next submission.
  var notice: [UserText] = []
  /// The pages that were submitted most recently.
  var submitted = RecentNonces()
  /// The views whose `.onAppear` has run. Views with tasks aren't in the set, because their work starts again in
  /// another process.
  var appeared: Set<UInt64> = []
  /// The messages of the running effects, for users who continue without them.
  var interruptions: [String] = []
  /// What to do about the running effects if the scene continues without them.
  var resumptions: [EffectResumption] = []
  /// The time when a part of the state was lost while the scene was loaded, in the order of ``IssueClock``. The fields
  /// of earlier pages may have shown the lost part.
  var reducedSince: UInt64?
  /// The form that's processed as soon as a guard is open, or `nil` if there is none.
  var held: HeldForm?
  /// The states of the pages that the user may return to.
  var history = SceneHistory()

  init(mount: String, location: String) {
    self.mount = mount
    self.location = location
  }

  /// The typed text that isn't in the state.
  package var typed: [String] { drafts.shown.values.map(\.typed) }

  /// The snapshot to store before the interrupted effects begin again, or `nil` if none of them does.
  var begun: SceneSnapshot? {
    guard resumptions.contains(where: \.begins) else { return nil }
    var begun = self
    begun.resumptions = resumptions.map(\.begun)
    return begun
  }

  /// Records that the effects have ended in order, and not because the process has ended.
  mutating func effectsEnded() { resumptions = resumptions.map(\.ended) }

  /// The encoded state, or `nil` if there is none.
  package var stateBytes: [UInt8]? { state?.bytes }
}

extension SceneSnapshot {
  /// The version of the encoding. It prevents a later version from being read as this one.
  private static let layout: UInt8 = 4
  /// The version in which all messages are texts in English. They're shown as they are.
  private static let layoutWithTexts: UInt8 = 3

  /// A bit of the byte before the state. If it's set, the snapshot's actions for interrupted effects follow the state.
  private static let resumptionsFlag: UInt8 = 4
  /// A bit of the byte before the state. If it's set, the snapshot ends with a held form.
  private static let heldFlag: UInt8 = 8
  /// A bit of the byte before the state. If it's set, the time of a loss precedes the held form.
  private static let reducedFlag: UInt8 = 16

  /// A bit of the byte in a waiting field. If it's set, the owner of the session follows the field.
  fileprivate static let ownerFlag: UInt8 = 2

  /// The maximum number of bytes of past states in a snapshot. The last state doesn't count. Above the limit, the
  /// oldest states are left out.
  private static let historyLimit = 256 * 1024

  /// Encodes the states, and removes the oldest states that don't fit.
  /// - Returns: The number of bytes of states that are kept only in memory.
  /// - Throws: The error of a state's `Codable` conformance.
  mutating func encodeStates(by coder: StateCoder?) throws -> Int {
    _ = try state?.encoded(by: coder)
    var size = 0
    var kept: UInt64?
    for checkpoint in history.checkpoints.reversed() {
      guard let state = try checkpoint.state.encoded(by: coder) else { return 0 }
      size += kept == nil ? 0 : state.count
      guard size <= Self.historyLimit else {
        // States that don't fit aren't kept in memory either. The exception is the one before the last, because an
        // effect may have left its page.
        let isBefore = kept == history.checkpoints.last?.revision
        history.forget(before: isBefore ? checkpoint.revision : kept ?? 0)
        return isBefore ? state.count : 0
      }
      kept = checkpoint.revision
    }
    return 0
  }

  /// Returns the encoded snapshot, with the states that have been encoded. If the state is also the last checkpoint's,
  /// it's written once.
  func encoded() -> [UInt8] {
    let checkpoints = storedCheckpoints
    let state = state?.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      256 + (state?.count ?? 0) + checkpoints.reduce(0) { $0 + ($1.state.bytes?.count ?? 0) + 32 })
    bytes.append(Self.layout)
    bytes.appendText(mount)
    bytes.appendText(location)
    bytes.appendVariable(revision)
    bytes.appendVariable(turn)
    bytes.appendTexts(notice.map(\.stored))
    bytes.appendBigEndian(drafts.layer)
    bytes.appendVariable(UInt64(drafts.shown.count))
    for (field, draft) in drafts.shown {
      bytes.appendBigEndian(field)
      bytes.appendText(draft.typed)
      bytes.appendText(orNone: draft.message?.stored)
    }
    bytes.appendVariable(UInt64(drafts.waiting.count))
    for waiting in drafts.waiting {
      bytes.appendBigEndian(waiting.field.name.id)
      bytes.appendBigEndian(waiting.field.name.check)
      bytes.appendText(waiting.field.value)
      bytes.appendBigEndian(waiting.layer)
      bytes.append((waiting.isRestored ? 1 : 0) | (waiting.owner == nil ? 0 : Self.ownerFlag))
      bytes.appendText(orNone: waiting.message?.stored)
      if let owner = waiting.owner { bytes.appendText(owner) }
    }
    bytes.appendVariable(UInt64(submitted.nonces.count))
    for nonce in submitted.nonces { bytes.appendBigEndian(nonce) }
    bytes.appendVariable(UInt64(appeared.count))
    for view in appeared { bytes.appendBigEndian(view) }
    bytes.appendTexts(interruptions)
    bytes.appendVariable(UInt64(checkpoints.count))
    for checkpoint in checkpoints {
      bytes.appendVariable(checkpoint.revision)
      bytes.appendVariable(checkpoint.turn)
      bytes.append(checkpoint.isByEffect ? 1 : 0)
      bytes.appendBlock(checkpoint.state.bytes ?? [])
      bytes.appendTexts(checkpoint.interruptions)
    }
    let resumptions = [resumptions] + checkpoints.map(\.resumptions)
    let hasResumptions = resumptions.contains { !$0.isEmpty }
    let flag: UInt8 =
      (hasResumptions ? Self.resumptionsFlag : 0) | (held == nil ? 0 : Self.heldFlag)
      | (reducedSince == nil ? 0 : Self.reducedFlag)
    switch state {
    case nil: bytes.append(0 | flag)
    case let state? where state == checkpoints.last?.state.bytes: bytes.append(1 | flag)
    case let state?:
      bytes.append(2 | flag)
      bytes.appendBlock(state)
    }
    if hasResumptions { for list in resumptions { bytes.appendResumptions(list) } }
    if let reducedSince { bytes.appendVariable(reducedSince) }
    held?.append(to: &bytes)
    return bytes
  }

  /// The checkpoints that have bytes and fit. The one before the last may be only in memory.
  private var storedCheckpoints: ArraySlice<SceneHistory.Checkpoint> {
    var size = 0
    var first = history.checkpoints.endIndex
    while first > history.checkpoints.startIndex,
      let state = history.checkpoints[first - 1].state.bytes
    {
      size += first == history.checkpoints.endIndex ? 0 : state.count
      guard size <= Self.historyLimit else { break }
      first -= 1
    }
    return history.checkpoints[first...]
  }

  /// Decodes the bytes from ``encoded()``. Returns `nil` for any other bytes.
  package init?(encoded bytes: [UInt8]) {
    var rest = bytes[...]
    let layout = rest.popFirst()
    let read: (String) -> UserText? =
      layout == Self.layout ? { UserText(stored: $0) } : { .verbatim($0) }
    guard layout == Self.layout || layout == Self.layoutWithTexts,
      let mount = rest.readText(), let location = rest.readText(),
      let revision = rest.readVariable(), let turn = rest.readVariable(),
      let notice = layout == Self.layout
        ? rest.readTexts() : rest.readOptionalText().map({ $0.map { [$0] } ?? [] }),
      let layer = rest.readBigEndian(UInt64.self),
      let drafts = rest.readList({ $0.readDraft(read) }),
      let waiting = rest.readList({ $0.readWaiting(read) }),
      let submitted = rest.readList({ $0.readBigEndian(UInt128.self) }),
      let appeared = rest.readList({ $0.readBigEndian(UInt64.self) }),
      let interruptions = rest.readTexts(),
      var checkpoints = rest.readList({ $0.readCheckpoint() }),
      let flags = rest.popFirst()
    else { return nil }
    let place = flags & ~(Self.resumptionsFlag | Self.heldFlag | Self.reducedFlag)
    switch place {
    case 0: state = nil
    case 1: state = checkpoints.last?.state
    default: state = rest.readBlock().map { RememberedState(stored: $0) }
    }
    if flags & Self.resumptionsFlag != 0 {
      guard let own = rest.readList({ $0.readResumption() }) else { return nil }
      resumptions = own
      for index in checkpoints.indices {
        guard let list = rest.readList({ $0.readResumption() }) else { return nil }
        checkpoints[index].resumptions = list
      }
    }
    if flags & Self.reducedFlag != 0 {
      guard let time = rest.readVariable() else { return nil }
      reducedSince = time
    }
    if flags & Self.heldFlag != 0 {
      guard let form = HeldForm(from: &rest) else { return nil }
      held = form
    }
    guard rest.isEmpty, place == 0 || state != nil else { return nil }
    self.mount = mount
    self.location = location
    self.revision = revision
    self.turn = turn
    self.notice = notice.compactMap(read)
    self.drafts = SceneDrafts(
      shown: Dictionary(drafts) { _, last in last }, of: layer, waiting: waiting)
    self.submitted = RecentNonces(submitted)
    self.appeared = Set(appeared)
    self.interruptions = interruptions
    history = SceneHistory(checkpoints)
  }
}

extension [UInt8] {
  fileprivate mutating func appendTexts(_ texts: [String]) {
    appendVariable(UInt64(texts.count))
    for text in texts { appendText(text) }
  }

  fileprivate mutating func appendResumptions(_ resumptions: [EffectResumption]) {
    appendVariable(UInt64(resumptions.count))
    for resumption in resumptions {
      appendVariable(UInt64(resumption.store))
      appendText(resumption.key.text)
      appendVariable(UInt64(resumption.starts))
      for action in [resumption.beginning, resumption.report] {
        appendText(orNone: action?.path)
        if let action { appendBlock(action.payload) }
      }
    }
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

  fileprivate mutating func readDraft(
    _ read: (String) -> UserText?
  ) -> (UInt64, Draft)? {
    guard let field = readBigEndian(UInt64.self), let typed = readText(),
      let message = readOptionalText()
    else { return nil }
    return (field, Draft(typed: typed, message: message.flatMap(read)))
  }

  fileprivate mutating func readWaiting(
    _ read: (String) -> UserText?
  ) -> SceneDrafts.Waiting? {
    guard let id = readBigEndian(UInt64.self), let check = readBigEndian(UInt64.self),
      let value = readText(), let layer = readBigEndian(UInt64.self), let flag = popFirst(),
      let message = readOptionalText()
    else { return nil }
    var owner: String?
    if flag & SceneSnapshot.ownerFlag != 0 {
      guard let text = readText() else { return nil }
      owner = text
    }
    return SceneDrafts.Waiting(
      field: SubmittedField(name: FieldName(id: id, check: check), value: value),
      layer: layer, isRestored: flag & 1 != 0, message: message.flatMap(read), owner: owner)
  }

  fileprivate mutating func readResumption() -> EffectResumption? {
    guard let store = readVariable().flatMap(Int.init(exactly:)), let key = readText(),
      let starts = readVariable().flatMap(Int.init(exactly:)),
      let beginning = readStoredAction(), let report = readStoredAction()
    else { return nil }
    return EffectResumption(
      store: store, key: IdempotencyKey(key), starts: starts, beginning: beginning, report: report)
  }

  /// Reads an optional action. Returns `nil` if the bytes aren't valid.
  private mutating func readStoredAction() -> EffectResumption.StoredAction?? {
    guard let path = readOptionalText() else { return nil }
    guard let path else { return .some(nil) }
    guard let payload = readBlock() else { return nil }
    return EffectResumption.StoredAction(path: path, payload: payload)
  }

  fileprivate mutating func readCheckpoint() -> SceneHistory.Checkpoint? {
    guard let revision = readVariable(), let turn = readVariable(), let flag = popFirst(),
      let state = readBlock(), let interruptions = readTexts()
    else { return nil }
    return SceneHistory.Checkpoint(
      revision: revision, turn: turn, isByEffect: flag == 1, state: RememberedState(stored: state),
      interruptions: interruptions)
  }
}
