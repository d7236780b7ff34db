import CairnFeatures
import Synchronization

/// A shared value as a whole.
///
/// A change works on a copy and replaces the value at its end, so that reading never waits for it and
/// sees a value before it or after it. The lock may be lent to another thread while a change is made. If
/// that thread changes the value too, and both changes differ, the overlap is reported.
final class SharedBox<Value>: SharedReference, SharedRoot {
  struct Content: Sendable {
    fileprivate var stored: SharedValue<Value>
    /// Counts the changes.
    var version = 0

    var value: Value { stored.base }
  }

  private struct Subscribers: Sendable {
    var closures: [Int: @Sendable () -> Void] = [:]
    var next = 0
  }

  /// Tells the box from all others that ever were: an address is used again.
  let number = SharedBoxNumber.next()
  private let stored: Mutex<Content>
  private let subscribers = Mutex(Subscribers())
  /// The thread that changes the value now; 0 if none does. Set in a ``SharedTransaction``.
  private let changer = Atomic<UInt>(0)
  /// Where the value was changed last; nil if it came from its storage.
  private let lastChange = Mutex<_IssueLocation?>(nil)
  private let persistence: SharedPersistence<Value>?
  private let name: SharedKeyName?
  private let onDeinit: (@Sendable () -> Void)?

  init(
    _ value: Value, persistence: SharedPersistence<Value>? = nil, keyName: SharedKeyName? = nil,
    onDeinit: (@Sendable () -> Void)? = nil
  ) {
    stored = Mutex(Content(stored: SharedValue(value)))
    self.persistence = persistence
    name = keyName
    self.onDeinit = onDeinit
    persistence?.listen { [weak self] in self?.receive($0) }
  }

  deinit {
    onDeinit?()
  }

  var identity: SharedIdentity { SharedIdentity(root: number) }

  var root: any SharedRoot { self }

  var partName: SharedPartName? { name.map { SharedPartName(key: $0) } }

  /// The value, whoever asks.
  var live: Value { content.value }

  var content: Content { stored.withLock { $0 } }

  var value: Value {
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
        // A closure that changes nothing must not undo another thread's change. If both set the same value,
        // nothing is lost.
        if [before, content].contains(where: { SharedEquality.areKnownEqual($0.value, value) }) {
          return result
        }
        reportOverlap(at: location)
      }
      replace(by: value, at: location)
      return result
    }
  }

  /// Takes a value that comes from where the key keeps it.
  private func receive(_ value: Value) {
    SharedTransaction.run {
      replace(by: value)
      persistence?.isSaved(upTo: content.version)
    }
  }

  func load() throws {
    if let value = try persistence?.load() { receive(value) }
  }

  func save() throws {
    try persistence?.saveNow(self)
  }

  /// Takes a value that comes from where its storage keeps it; answers its version.
  func take(_ value: Value) -> Int {
    SharedTransaction.run {
      replace(by: value)
      return content.version
    }
  }

  private func replace(by value: Value, at location: _IssueLocation? = nil) {
    // Noted before the value is there, so that who reads it and then the log never misses it; and also if
    // the value stays as it is, for a test may assert that it was written.
    SharedChangeLog.note(self, before: live)
    let isFollowed = persistence != nil || subscribers.withLock { !$0.closures.isEmpty }
    if isFollowed, SharedEquality.areKnownEqual(live, value) { return }
    let new = SharedValue(value)
    stored.withLock {
      $0.stored = new
      $0.version += 1
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
      // The closure is let go of without the lock: what it holds may have subscriptions of its own.
      _ = self?.subscribers.withLock { $0.closures.removeValue(forKey: number) }
    }
  }

  private func reportNestedChange(at location: _IssueLocation) {
    location.report(
      """
      A shared value was changed within a change of the same value, so the inner change was dropped.

        Value:
          \(Issue.dumped(live))

      Change it once: use what the outer 'withLock' hands to its closure. A projection, such as \
      '$settings.name', is a part of the same value.
      """)
  }
}

extension SharedBox {
  private func reportOverlap(at location: _IssueLocation) {
    let other =
      lastChange.withLock { $0 }.map { "The other change was made at \($0.fileID):\($0.line)." }
      ?? "The other value came from where the key stores it."
    location.report(
      """
      A shared value was changed by someone else while a 'withLock' closure changed it, so the other \
      change was lost.

        Other value:
          \(Issue.dumped(live))

      \(other) This happens if the closure waits for another scene or store whose thread waits for this \
      change, or if it loads the value. Read what you need before 'withLock', and don't call other scenes \
      or stores in it.
      """)
  }
}

/// Numbers boxes, whatever the types of their values.
enum SharedBoxNumber {
  private static let last = Atomic(0)

  static func next() -> Int {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
