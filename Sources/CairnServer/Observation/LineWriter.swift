import Dispatch
import Foundation
import Synchronization

/// Writes lines to a file descriptor, without blocking the threads that append them.
///
/// A separate queue writes the lines. Lines that arrive during a write are written together. If more than 1 MiB is
/// waiting, new lines are dropped and counted.
package final class LineWriter: Sendable {
  private struct State {
    var pending: [UInt8] = []
    /// The number of lost lines that `onDrop` hasn't reported yet.
    var dropped = 0
    var isDraining = false
  }

  private let state = Mutex(State())
  private let total = Atomic(0)
  private let queue = DispatchQueue(label: "cairn.lines")
  private let write: @Sendable ([UInt8]) -> Bool
  private let onDrop: @Sendable (Int) -> Void

  /// The maximum number of waiting bytes.
  static let limit = 1 << 20

  /// - Parameters:
  ///   - write: A closure that writes bytes and may block. It returns whether it could write them.
  ///   - onDrop: A closure that's called after the next successful write, with the number of lines lost since its last
  ///     call.
  init(
    write: @escaping @Sendable ([UInt8]) -> Bool, onDrop: @escaping @Sendable (Int) -> Void
  ) {
    self.write = write
    self.onDrop = onDrop
  }

  convenience init(descriptor: Int32, onDrop: @escaping @Sendable (Int) -> Void) {
    self.init(write: { Self.write($0, to: descriptor) }, onDrop: onDrop)
  }

  /// The number of lines lost so far, because they weren't read in time or couldn't be written.
  var droppedCount: Int { total.load(ordering: .relaxed) }

  func append(_ line: some Collection<UInt8>) {
    let isFirst = state.withLock { state in
      guard state.pending.count + line.count <= Self.limit else {
        drop(1, &state)
        return false
      }
      state.pending += line
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if isFirst { queue.async { [self] in drain() } }
  }

  /// Waits until everything that was appended before is written, or until a time limit. A reader that doesn't read
  /// therefore can't delay the end of the process.
  func finish(within limit: Duration = .seconds(1)) async {
    await withCheckedContinuation { continuation in
      let resume = Resumption(continuation)
      whenWritten { resume() }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { resume() }
    }
  }

  /// Calls a closure when everything that was appended before is written.
  func whenWritten(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  private func drain() {
    while let bytes = take() {
      guard write(bytes) else {
        let lines = bytes.count { $0 == UInt8(ascii: "\n") }
        state.withLock { drop(lines, &$0) }
        continue
      }
      let dropped = state.withLock { state in
        defer { state.dropped = 0 }
        return state.dropped
      }
      if dropped > 0 { onDrop(dropped) }
    }
  }

  private func take() -> [UInt8]? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isDraining = false
        return nil
      }
      defer { state.pending = [] }
      return state.pending
    }
  }

  private func drop(_ lines: Int, _ state: inout State) {
    state.dropped += lines
    total.add(lines, ordering: .relaxed)
  }

  /// Writes all bytes. Returns `false` if the descriptor doesn't accept more, such as a pipe without a reader.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: rest))
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          // The parent process can make the descriptor nonblocking.
          var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wanted, 1, -1)
        } else if errno != EINTR {
          return false
        }
      }
      return true
    }
  }

  private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}

/// Resumes a continuation once.
private final class Resumption: Sendable {
  private let continuation: Mutex<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) {
    self.continuation = Mutex(continuation)
  }

  func callAsFunction() {
    continuation.withLock { continuation in
      continuation?.resume()
      continuation = nil
    }
  }
}
