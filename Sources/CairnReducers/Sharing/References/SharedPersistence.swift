import Foundation
import Synchronization

/// Saves the value of a key.
///
/// A thread that changes the value returns after this change, or a later one, has been saved. An exception is a value
/// in a file that was written recently. See ``FileWrites``. If several changes are made during a save, only the last
/// one is saved.
final class SharedPersistence<Value>: Sendable {
  private let read: @Sendable () throws -> Value?
  private let write: @Sendable (Value) throws -> Void
  private let subscribe: @Sendable (@escaping @Sendable (Value) -> Void) -> SharedSubscription?
  private let location: _IssueLocation
  private let file: DeferredFile?
  private let saving = NSRecursiveLock()
  private let saved = Mutex(0)
  private let subscription = Mutex<SharedSubscription?>(nil)

  init<Key: SharedKey>(_ key: Key, at location: _IssueLocation) where Key.Value == Value {
    read = { try key.load() }
    write = { try key.save($0) }
    subscribe = { key.subscribe($0) }
    self.location = location
    file = (key as? any DeferringKey)?.file
  }

  deinit {
    if let file { FileWrites.flush(file.id) }
  }

  func listen(_ receive: @escaping @Sendable (Value) -> Void) {
    let subscription = subscribe(receive)
    self.subscription.withLock { $0 = subscription }
  }

  /// Returns the stored value, or `nil` if no value is stored.
  func load() throws -> Value? { try read() }

  /// Saves the value even if it hasn't changed.
  func saveNow(_ box: SharedBox<Value>) throws {
    try saving.withLock {
      // A waiting write would run later, but its value is older.
      if let file { FileWrites.flush(file.id) }
      let content = box.content
      try write(content.value)
      isSaved(upTo: content.version)
    }
  }

  func isSaved(upTo version: Int) {
    saved.withLock { $0 = max($0, version) }
  }

  func save(_ box: SharedBox<Value>) {
    saving.withLock {
      let content = box.content
      guard content.version > saved.withLock({ $0 }) else { return }
      isSaved(upTo: content.version)
      let save: FileWrites.Write = { [write, location] in
        Self.save(content.value, write, at: location)
      }
      if let file { FileWrites.write(file, save) } else { save() }
    }
  }

  private static func save(
    _ value: Value, _ write: (Value) throws -> Void, at location: _IssueLocation
  ) {
    do {
      try write(value)
    } catch {
      location.report(
        """
        A shared value couldn't be saved.

          Error:
            \(Issue.dumped(error))

        The value is still in memory, and will be saved with its next change.
        """)
    }
  }
}
