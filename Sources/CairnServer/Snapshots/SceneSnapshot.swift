import CairnViews

/// A scene as it is stored: all that it needs to go on as if nothing had been.
package struct SceneSnapshot: Equatable {
  /// The state at a revision; see ``SceneHistory``.
  struct Moment: Equatable {
    var revision: UInt64
    var turn: UInt64
    var isByEffect: Bool
    var state: [UInt8]
    var interruptions: [String]
  }

  /// The path at which the application is mounted.
  package var mount: String
  /// Where the scene is, relative to its application.
  package var location: String
  var revision: UInt64
  var turn: UInt64
  /// The scene's state; nil where the application's is not `Codable`.
  package var state: [UInt8]?
  var drafts: [UInt64: Draft]
  /// What was typed into fields that are not there.
  var waiting: [SceneDrafts.Waiting] = []
  var notice: String?
  /// The nonces of the pages that were submitted last.
  var submitted: [UInt128]
  /// The views that have appeared.
  var appeared: Set<UInt64>
  /// What to say of effects that were running.
  var interruptions: [String]
  var moments: [Moment]

  /// What was typed and is not in the state.
  package var typed: [String] { drafts.values.map(\.typed) }
}

extension SceneSnapshot {
  /// Counts the layouts of the encoding, so that a later one is not read as this one.
  private static let layout: UInt8 = 2

  /// The bytes of the snapshot. A state that is the last moment's is written once.
  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      256 + (state?.count ?? 0) + moments.reduce(0) { $0 + $1.state.count + 32 })
    bytes.append(Self.layout)
    bytes.appendText(mount)
    bytes.appendText(location)
    bytes.appendVariable(revision)
    bytes.appendVariable(turn)
    bytes.appendText(orNone: notice)
    bytes.appendVariable(UInt64(drafts.count))
    for (field, draft) in drafts {
      bytes.appendBigEndian(field)
      bytes.appendText(draft.typed)
      bytes.appendText(orNone: draft.message)
    }
    bytes.appendVariable(UInt64(waiting.count))
    for waiting in waiting {
      bytes.appendBigEndian(waiting.field.name.id)
      bytes.appendBigEndian(waiting.field.name.check)
      bytes.appendText(waiting.field.value)
      bytes.appendBigEndian(waiting.layer)
      bytes.append(waiting.isOffered ? 1 : 0)
      bytes.appendText(orNone: waiting.message)
    }
    bytes.appendVariable(UInt64(submitted.count))
    for nonce in submitted { bytes.appendBigEndian(nonce) }
    bytes.appendVariable(UInt64(appeared.count))
    for view in appeared { bytes.appendBigEndian(view) }
    bytes.appendTexts(interruptions)
    bytes.appendVariable(UInt64(moments.count))
    for moment in moments {
      bytes.appendVariable(moment.revision)
      bytes.appendVariable(moment.turn)
      bytes.append(moment.isByEffect ? 1 : 0)
      bytes.appendBlock(moment.state)
      bytes.appendTexts(moment.interruptions)
    }
    switch state {
    case nil: bytes.append(0)
    case let state? where state == moments.last?.state: bytes.append(1)
    case let state?:
      bytes.append(2)
      bytes.appendBlock(state)
    }
    return bytes
  }

  /// Reads what ``encoded()`` wrote; nil for anything else.
  package init?(encoded bytes: [UInt8]) {
    var rest = bytes[...]
    guard rest.popFirst() == Self.layout,
      let mount = rest.readText(), let location = rest.readText(),
      let revision = rest.readVariable(), let turn = rest.readVariable(),
      let notice = rest.readOptionalText(),
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
    default: state = rest.readBlock()
    }
    guard rest.isEmpty, place == 0 || state != nil else { return nil }
    self.mount = mount
    self.location = location
    self.revision = revision
    self.turn = turn
    self.notice = notice
    self.drafts = Dictionary(drafts) { _, last in last }
    self.waiting = waiting
    self.submitted = submitted
    self.appeared = Set(appeared)
    self.interruptions = interruptions
    self.moments = moments
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
      field: SubmittedForm.Field(name: FieldName(id: id, check: check), value: value),
      layer: layer, isOffered: flag == 1, message: message)
  }

  fileprivate mutating func readMoment() -> SceneSnapshot.Moment? {
    guard let revision = readVariable(), let turn = readVariable(), let flag = popFirst(),
      let state = readBlock(), let interruptions = readTexts()
    else { return nil }
    return SceneSnapshot.Moment(
      revision: revision, turn: turn, isByEffect: flag == 1, state: state,
      interruptions: interruptions)
  }
}
