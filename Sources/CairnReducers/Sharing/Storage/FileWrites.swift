import Foundation
import Synchronization

/// The writes of files that wait because the file was written a moment ago.
///
/// The first change is written at once. Of those that come in the interval after a write only the last is
/// written, when the interval ends: at most one write per interval, however often a value changes. What waits
/// is also written before the file is read, when the value is no longer used, and when the process exits.
enum FileWrites {
  typealias Write = @Sendable () -> Void

  /// One file, as long as an interval lasts.
  private final class Entry: Sendable {
    /// Keeps the storage, whose address is part of the file's ID.
    let files: any FileStorage
    /// Held while the file is written, so that writes come in their order.
    let writing = NSRecursiveLock()
    let waiting = Mutex<Write?>(nil)

    init(_ files: any FileStorage) {
      self.files = files
    }

    /// Writes what waits.
    func flush() {
      writing.withLock {
        let write = waiting.withLock { waiting in
          defer { waiting = nil }
          return waiting
        }
        write?()
      }
    }
  }

  private static let entries = Mutex<[FileStorageKeyID: Entry]>([:])

  /// Writes a file now, or when the interval that its last write has begun is over.
  /// - Parameter write: Writes the file, and reports if that fails.
  static func write(_ key: DeferredFile, _ write: @escaping Write) {
    guard key.files.writeInterval > .zero else { return write() }
    let begun: Entry? = entries.withLock { entries in
      if let entry = entries[key.id] {
        entry.waiting.withLock { $0 = write }
        return nil
      }
      let entry = Entry(key.files)
      entry.waiting.withLock { $0 = write }
      entries[key.id] = entry
      return entry
    }
    guard let begun else { return }
    flushesAtExit
    begun.flush()
    Task.detached { await wait(for: begun, of: key) }
  }

  /// Writes what waits for a file, and returns when it is written.
  static func flush(_ id: FileStorageKeyID) {
    entries.withLock { $0[id] }?.flush()
  }

  /// Writes after each interval, until there is nothing to write.
  private static func wait(for entry: Entry, of key: DeferredFile) async {
    repeat {
      try? await key.clock.sleep(for: key.files.writeInterval)
    } while !ends(entry, of: key.id)
  }

  private static func ends(_ entry: Entry, of id: FileStorageKeyID) -> Bool {
    let isOver = entries.withLock { entries in
      guard entry.waiting.withLock({ $0 == nil }), entry.writing.try() else { return false }
      entry.writing.unlock()
      entries[id] = nil
      return true
    }
    if !isOver { entry.flush() }
    return isOver
  }

  /// Sees to it, once, that nothing is lost when the process exits.
  private static let flushesAtExit: Void = {
    atexit {
      for entry in FileWrites.entries.withLock({ Array($0.values) }) { entry.flush() }
    }
  }()
}

/// A file whose writes may wait.
struct DeferredFile: Sendable {
  let id: FileStorageKeyID
  let files: any FileStorage
  let clock: any Clock<Duration>
}

/// A key whose value is in a file.
protocol DeferringKey {
  var file: DeferredFile { get }
}
