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
    if let value = try persistence?.load() { receive(value) }
  }

  func save() throws {
    try persistence?.saveNow(self)
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

  private func replace(by value: Value, at location: _IssueLocation? = nil) {
    // The change is logged before the value is replaced. A reader that reads the value and then the log therefore can't
    // miss it. Writing an equal value is logged too, because a test may assert that the value was written.
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
      // The closure is released after the lock, because it may own subscriptions itself.
      _ = self?.subscribers.withLock { $0.closures.removeValue(forKey: number) }
    }
  }

  private func reportNestedChange(at location: _IssueLocation) {
    location.report(
      """
      A shared value was changed inside another change of the same value, so the inner change was lost.

        Value:
          \(Issue.dumped(live))

      Use only the value that the outer 'withLock' passes to its closure. A projection, such as \
      '$settings.name', is part of the same value.
      """)
  }
}

extension SharedBox {
  private func reportOverlap(at location: _IssueLocation) {
    let other =
      lastChange.withLock { $0 }.map { "The other change was made at \($0.fileID):\($0.line)." }
      ?? "The other value was loaded from the key's storage."
    location.report(
      """
      A shared value was changed elsewhere while a 'withLock' closure was changing it, so the other \
      change was lost.

        Other value:
          \(Issue.dumped(live))

      \(other) This happens if the closure waits for another scene or store whose thread waits for this \
      change, or if the closure loads the value. Read the values you need before calling 'withLock', and \
      don't call other scenes or stores in its closure.
      """)
  }
}

/// Assigns numbers to boxes, regardless of the types of their values.
enum SharedBoxNumber {
  private static let last = Atomic(0)

  static func next() -> Int {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
