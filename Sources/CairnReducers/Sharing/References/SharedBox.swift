import CairnFeatures
import Synchronization

/// A whole shared value.
///
/// A change works on a copy, and replaces the value when it's finished. Reads therefore don't wait for changes, and see
/// the value either before or after a change.
///
/// The lock may be lent to another thread during a change. If that thread changes the value too, and the results
/// differ, the overlap is reported.
final class SharedBox<Value>: SharedReference, SharedRoot, VersionedState {
  struct Content: Sendable {
    fileprivate var stored: SharedValue<Value>
    /// The number of changes so far.
    var version = 0
    /// The revision of the value in a storage of several processes, or 0 if it isn't stored there.
    var revision: Int64 = 0

    var value: Value { stored.base }
  }

  private struct Subscribers: Sendable {
    var closures: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  /// A number that identifies the box. It's unique during the lifetime of the process, because addresses can be reused.
  let number = SharedBoxNumber.next()
  private let stored: Mutex<Content>
  private let subscribers = Mutex(Subscribers())
  /// The number of the thread that's changing the value, or 0. It's set in a ``SharedTransaction``.
  private let changer = Atomic<UInt>(0)
  /// The source location of the latest change, or `nil` if the latest value came from its storage.
  let lastChange = Mutex<_IssueLocation?>(nil)
  private let persistence: SharedPersistence<Value>?
  private let name: SharedKeyName?
  private let onDeinit: (@Sendable () -> Void)?

  init(
    _ value: Value, revision: Int64 = 0, persistence: SharedPersistence<Value>? = nil,
    keyName: SharedKeyName? = nil, onDeinit: (@Sendable () -> Void)? = nil
  ) {
    stored = Mutex(Content(stored: SharedValue(value), revision: revision))
    self.persistence = persistence
    name = keyName
    self.onDeinit = onDeinit
    guard let persistence else { return }
    if persistence.revisions != nil {
      persistence.listen { [weak self] in
        self?.content.revision
      } receive: { [weak self] in
        self?.receive($0)
      }
    } else {
      persistence.listen { [weak self] in self?.receive($0) }
    }
  }

  deinit {
    onDeinit?()
  }

  var identity: SharedIdentity { SharedIdentity(root: number) }

  var root: any SharedRoot { self }

  var partName: SharedPartName? { name.map { SharedPartName(key: $0) } }

  var valueType: Any.Type { Value.self }

  var hasKey: Bool { name != nil || persistence != nil }

  /// The actual value, regardless of the context.
  var live: Value { content.value }

  /// The number of changes so far. Views that have read the value are evaluated again after a change.
  var version: UInt64 { UInt64(content.version) }

  var content: Content { stored.withLock { $0 } }

  var value: Value {
    ViewReads.current?.note(stateOf: self)
    guard SharedContext.isUsed else { return live }
    SharedReads.current?.note(self)
    return SharedContext.current.map { $0.value(of: self) } ?? live
  }

  func change<Result>(
    at location: _IssueLocation, _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    if SharedContext.isUsed, case .reading(let view)? = SharedContext.current {
      var value = view.value(of: self)
      let result = try body(&value)
      view.set(value, of: self)
      return result
    }
    if let revisions = persistence?.revisions {
      return try change(through: revisions, at: location, body)
    }
    return try SharedTransaction.run {
      let before = content
      var value = before.value
      let thread = CurrentThread.record.pointee.number
      let outer = changer.load(ordering: .relaxed)
      guard outer != thread else {
        reportNestedChange(at: location)
        return try body(&value)
      }
      changer.store(thread, ordering: .relaxed)
      defer { changer.store(outer, ordering: .relaxed) }
      let result = try body(&value)
      if content.version != before.version {
        // A closure that doesn't change the value must not revert another thread's change. If both threads set the same
        // value, neither change is lost.
        if [before, content].contains(where: { SharedEquality.areKnownEqual($0.value, value) }) {
          return result
        }
        reportOverlap(at: location)
      }
      replace(by: value, at: location)
      return result
    }
  }

  /// Accepts a value from the place where the key stores it.
  private func receive(_ value: Value) {
    SharedTransaction.run {
      replace(by: value)
      persistence?.isSaved(upTo: content.version)
    }
  }

  func load() throws {
    if let revisions = persistence?.revisions {
      if let latest = try revisions.load() { receive(latest) }
    } else if let value = try persistence?.load() {
      receive(value)
    }
  }

  func save() throws {
    if let revisions = persistence?.revisions {
      try save(through: revisions)
    } else {
      try persistence?.saveNow(self)
    }
  }

  /// Accepts a value from its storage.
  ///
  /// - Returns: The version of the value.
  func take(_ value: Value) -> Int {
    SharedTransaction.run {
      replace(by: value)
      return content.version
    }
  }

  private func replace(
    by value: Value, revision: Int64? = nil, at location: _IssueLocation? = nil
  ) {
    // The change is logged before the value is replaced. A reader that reads the value and then the log therefore can't
    // miss it. Writing an equal value is logged too, because a test may assert that the value was written.
    SharedChangeLog.note(self, before: live)
    let isFollowed = persistence != nil || subscribers.withLock { !$0.closures.isEmpty }
    if isFollowed, SharedEquality.areKnownEqual(live, value) {
      if let revision { stored.withLock { $0.revision = revision } }
      return
    }
    let new = SharedValue(value)
    stored.withLock {
      $0.stored = new
      $0.version += 1
      if let revision { $0.revision = revision }
    }
    lastChange.withLock { $0 = location }
    if isFollowed { SharedTransaction.afterwards { self.announce() } }
  }

  private func announce() {
    persistence?.save(self)
    let closures = subscribers.withLock { subscribers in
      subscribers.closures.sorted { $0.key < $1.key }.map(\.value)
    }
    for onChange in closures { onChange() }
  }

  func subscribe(_ onChange: @escaping @Sendable () -> Void) -> SharedSubscription {
    let number = subscribers.withLock { subscribers in
      subscribers.next += 1
      subscribers.closures[subscribers.next] = onChange
      return subscribers.next
    }
    return SharedSubscription { [weak self] in
      // The closure is released after the lock, because it may own subscriptions itself.
      _ = self?.subscribers.withLock { $0.closures.removeValue(forKey: number) }
    }
  }
}

// MARK: Values of several processes

extension SharedBox {
  /// Changes a value that other processes change, too.
  ///
  /// The lock isn't held while the storage replaces the value. If the value has changed since the closure has read it,
  /// the closure is called again with the latest value. If the storage fails, the value isn't changed.
  private func change<Result>(
    through revisions: RevisedValues<Value>, at location: _IssueLocation,
    _ body: (inout Value) throws -> Result
  ) rethrows -> Result {
    while true {
      let before = content
      var value = before.value
      var isNested = false
      let result = try SharedTransaction.run {
        let thread = CurrentThread.record.pointee.number
        let outer = changer.load(ordering: .relaxed)
        isNested = outer == thread
        if isNested { reportNestedChange(at: location) }
        changer.store(thread, ordering: .relaxed)
        defer { changer.store(outer, ordering: .relaxed) }
        return try body(&value)
      }
      if isNested || SharedEquality.areKnownEqual(before.value, value) { return result }
      do {
        let outcome = try revisions.save(value, before.revision)
        accept(outcome, replacing: before.revision, by: value, at: location)
        if case .saved = outcome { return result }
      } catch {
        SharedPersistence<Value>.reportUnsaved(error, isKept: false, at: location)
        return result
      }
    }
  }

  /// Saves the current value, unless the storage has a newer one, which then becomes the current value.
  private func save(through revisions: RevisedValues<Value>) throws {
    while true {
      let content = content
      let outcome = try revisions.save(content.value, content.revision)
      accept(outcome, replacing: content.revision, by: content.value)
      switch outcome {
      case .saved: return
      case .conflict(let latest?) where latest.revision > content.revision: return
      case .conflict: break
      }
    }
  }

  /// Accepts the outcome of replacing a revision by a value.
  private func accept(
    _ outcome: RevisedSave<RevisedValue<Value>>, replacing revision: Int64, by value: Value,
    at location: _IssueLocation? = nil
  ) {
    switch outcome {
    case .saved(let revision):
      receive(RevisedValue(value: value, revision: revision), at: location)
    case .conflict(let latest?) where latest.revision > revision: receive(latest)
    // The storage has lost the value or its latest changes, so the next attempt restores them.
    case .conflict(let latest):
      stored.withLock { if $0.revision == revision { $0.revision = latest?.revision ?? 0 } }
    }
  }

  /// Accepts a stored value, unless it isn't newer than the current one.
  private func receive(_ latest: RevisedValue<Value>, at location: _IssueLocation? = nil) {
    SharedTransaction.run {
      guard latest.revision > content.revision else { return }
      replace(by: latest.value, revision: latest.revision, at: location)
    }
  }
}

/// Assigns numbers to boxes, regardless of the types of their values.
enum SharedBoxNumber {
  private static let last = Atomic(0)

  static func next() -> Int {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
