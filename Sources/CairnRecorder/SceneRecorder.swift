import CairnApplications
import CairnDependencies
import CairnFeatures
import CairnScreens
import CustomDump
import Foundation

/// A recorder of the journal and the moments of a scene. Use it under the scene's lock.
///
/// The recording begins with the first form. Until then, the scene's location completely describes the scene.
package final class SceneRecorder {
  let page: ScenePage
  let mount: Mount
  private let drawn: DrawnValues
  private let limit: Int
  private let now: () -> Date

  private var head: Journal.Head?
  /// The encoded entries as lines of the file, oldest first.
  private var lines: [[UInt8]] = []
  private var size = 0
  private var states = JSONValue.null
  private var time = Date.distantPast
  /// The entries of the form that is being processed, or `nil` if no form is being processed.
  private var own: [Journal.Entry]?
  /// Whether a control's handler is running.
  private var isHandling = false
  /// Whether the running handler belongs to a password field.
  private var isSecret = false
  /// Whether the change that is being processed has been recorded.
  private var isNoted = false
  /// The moments, or `nil` before the recording has begun.
  private(set) var timeTravel: TimeTravel<RememberedState>?

  /// - Parameters:
  ///   - drawn: Records UUIDs, dates, and random numbers.
  ///   - limit: The maximum size of the entries, in bytes. If it's exceeded, the oldest entries are merged into the
  ///     initial state.
  init(
    _ page: ScenePage, mount: Mount, drawn: DrawnValues, limit: Int, now: @escaping () -> Date
  ) {
    self.page = page
    self.mount = mount
    self.drawn = drawn
    self.limit = limit
    self.now = now
    drawn.isWanted = { [weak self] in
      guard let self, head != nil else { return false }
      return isHandling || self.page.isReducing
    }
    drawn.isReducing = { [weak self] in self?.page.isReducing == true }
    page.observe { [weak self] index, step in self?.note(step, of: index) }
  }

  /// Whether the recording has begun.
  var isBegun: Bool { head != nil }

  // MARK: Recording

  /// Begins the recording if it hasn't begun.
  func begin() {
    guard head == nil else { return }
    time = now()
    states = page.encodedStates()
    head = Journal.Head(
      mount: mount.path, application: String(reflecting: mount.application), date: time,
      location: page.location().url, stores: page.storeHeads,
      states: states)
    if let state = page.snapshot() {
      timeTravel = TimeTravel(.timeDelta(maxCount: 500), beginningWith: moment(state, nil))
    }
  }

  /// Begins to record the direct results of a form or of going back.
  package func beginOwn() {
    begin()
    own = []
    _ = (drawn.take(), drawn.takeReduced())
  }

  /// Runs a control's handler, and attributes the UUIDs, dates, and random numbers that it uses to the form.
  package func handling<Result>(isSecret: Bool, _ body: () -> Result) -> Result {
    isHandling = true
    self.isSecret = isSecret
    defer {
      isHandling = false
      self.isSecret = false
    }
    return body()
  }

  /// Ends the direct results of a form. Later changes are results of effects.
  package func endOwn(with form: RecordedForm) {
    endOwn(Journal.Entry(kind: .form, time: elapsed, form: form))
  }

  /// Ends the direct results of going back to a layer.
  package func endOwn(backTo layer: UInt64) {
    endOwn(Journal.Entry(kind: .back, time: elapsed, layer: String(layer, radix: 16)))
  }

  private func endOwn(_ first: Journal.Entry) {
    guard let entries = own else { return }
    own = nil
    var first = first
    first.drawn = drawn.take()
    append(first)
    for entry in entries { append(entry) }
  }

  private func note(_ step: RecordedStep, of store: Int) {
    guard head != nil else { return }
    var entry: Journal.Entry
    switch step {
    case .action(let action):
      entry = Journal.Entry(kind: .action, time: elapsed, store: store)
      entry.swift = SwiftSource.expression(action)
      if entry.swift == nil { entry.text = String(customDumping: action) }
      if isSecret || (entry.swift ?? entry.text).map(page.secrets.isContained) == true {
        (entry.swift, entry.text) = (nil, "(a password)")
      }
      entry.drawn = drawn.takeReduced()
      isNoted = true
    case .write:
      entry = Journal.Entry(kind: .write, time: elapsed, store: store)
      isNoted = true
    case .event(let event, let sender):
      entry = Journal.Entry(kind: .event, time: elapsed, store: store)
      entry.text = page.secrets.redacted(String(customDumping: event))
      entry.sender = "\(sender)"
    }
    add(entry)
  }

  /// Records a change that no store has reported.
  package func noteChange() {
    defer { isNoted = false }
    guard head != nil, !isNoted else { return }
    add(Journal.Entry(kind: .write, time: elapsed))
  }

  private func add(_ entry: Journal.Entry) {
    var entry = entry
    if entry.kind != .event, !page.isReducing {
      let new = page.encodedStates()
      let changes = JSONDifference(from: states, to: new)
      states = new
      if !changes.isEmpty { entry.changes = changes }
      // Without an encoding, changes can't be detected. The state is then always recorded.
      if entry.changes != nil || !isWhole, let state = page.snapshot() {
        let cause = entry.text ?? entry.swift
        timeTravel?.note(
          moment(state, cause ?? (own == nil ? "Change by a task" : "Change by a form")))
      }
    }
    if entry.kind == .write, entry.changes == nil, isWhole { return }
    guard own == nil else {
      entry.isOwn = true
      own?.append(entry)
      return
    }
    _ = drawn.take()
    append(entry)
  }

  /// Whether the states of all stores can be encoded.
  private var isWhole: Bool {
    guard case .array(let parts) = states else { return false }
    return !parts.contains(.null)
  }

  private func append(_ entry: Journal.Entry) {
    guard let line = try? Journal.line(entry) else { return }
    lines.append(line)
    size += line.count
    guard size > limit else { return }
    forget()
  }

  /// Merges the older half of the entries into the initial state. The first remaining entry isn't a direct result of
  /// a removed form.
  private func forget() {
    guard var head else { return }
    var index = 0
    while index < lines.count, size > limit / 2 || isOwn(lines[index]) {
      guard let entry = try? JSONDecoder().decode(Journal.Entry.self, from: Data(lines[index]))
      else { return }
      try? entry.changes?.apply(to: &head.states)
      size -= lines[index].count
      index += 1
    }
    head.forgotten += index
    lines.removeFirst(index)
    self.head = head
  }

  private func isOwn(_ line: [UInt8]) -> Bool {
    (try? JSONDecoder().decode(Journal.Entry.self, from: Data(line)))?.isOwn == true
  }

  private var elapsed: Double {
    ((now().timeIntervalSince(time)) * 1000).rounded() / 1000
  }

  private func moment(_ state: Any, _ action: String?) -> TimeTravel<RememberedState>.Moment {
    // Moments share unchanged parts of their states. A state with shared values is kept as bytes, because shared
    // values keep changing. A state with secrets is kept as bytes too.
    var remembered = RememberedState(state)
    if let coder = page.coder, let encoded = try? coder.encode(state),
      encoded.holdsShared || encoded.isRedacted
    {
      remembered = RememberedState(stored: encoded.bytes)
    }
    return .init(state: remembered, date: now(), action: action.map { action in { action } })
  }

  // MARK: The journal

  /// Returns the contents of the journal's file, or `nil` before the recording has begun.
  func journal() throws -> [UInt8]? {
    guard let head else { return nil }
    return try Journal.line(head) + lines.joined()
  }
}
