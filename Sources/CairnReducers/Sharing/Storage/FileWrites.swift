import Foundation
import Synchronization

/// Writes files, and delays a write if the file was written recently.
///
/// The first change is written immediately. During the interval after a write, further changes wait. When the interval
/// ends, only the latest of them is written. A file is therefore written at most once per interval, no matter how often
/// its value changes.
///
/// A waiting change is also written before the file is read, when the value is no longer used, and when the process
/// exits.
enum FileWrites {
  typealias Write = @Sendable () -> Void

  /// A file during its interval.
  private final class Entry: Sendable {
    /// The storage, which is retained because its address is part of the file's ID.
    let files: any FileStorage
    /// A lock that's held while the file is written, so that writes are in order.
    let writing = NSRecursiveLock()
    let waiting = Mutex<Write?>(nil)

    init(_ files: any FileStorage) {
      self.files = files
    }

    /// Writes the waiting change.
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

  /// Writes a file now, or when the interval after its last write has passed.
  ///
  /// - Parameter write: Writes the file, and reports errors.
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

  /// Writes the waiting change of a file, and returns after it's written.
  static func flush(_ id: FileStorageKeyID) {
    entries.withLock { $0[id] }?.flush()
  }

  /// Writes waiting changes after each interval, until there is no waiting change.
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

  /// Registers a handler, once, that writes waiting changes when the process exits.
  private static let flushesAtExit: Void = {
    atexit {
      for entry in FileWrites.entries.withLock({ Array($0.values) }) { entry.flush() }
    }
  }()
}

/// A file whose writes may be delayed.
struct DeferredFile: Sendable {
  let id: FileStorageKeyID
  let files: any FileStorage
  let clock: any Clock<Duration>
}

/// A key whose value is in a file.
protocol DeferringKey {
  var file: DeferredFile { get }
}
