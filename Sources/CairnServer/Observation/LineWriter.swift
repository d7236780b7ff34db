import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Writes lines to a file descriptor, beside those who hand them in: who reads slowly holds up nobody
/// else.
///
/// What comes while a write is under way is written together. Beyond a megabyte that waits lines are
/// dropped, and counted.
final class LineWriter: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var dropped = 0
    var isDraining = false
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "cairn.lines")
  private let write: @Sendable ([UInt8]) -> Void
  private let onDrop: @Sendable (Int) -> Void

  /// The most bytes that wait.
  static let limit = 1 << 20

  /// - Parameter onDrop: Told how many lines were dropped.
  init(
    write: @escaping @Sendable ([UInt8]) -> Void, onDrop: @escaping @Sendable (Int) -> Void
  ) {
    self.write = write
    self.onDrop = onDrop
  }

  convenience init(descriptor: Int32, onDrop: @escaping @Sendable (Int) -> Void) {
    self.init(write: { Self.write($0, to: descriptor) }, onDrop: onDrop)
  }

  func append(_ line: [UInt8]) {
    let isFirst = state.withLock { state in
      guard state.pending.count + line.count <= Self.limit else {
        state.dropped += 1
        return false
      }
      state.pending += line
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if isFirst { queue.async { [self] in drain() } }
  }

  /// Returns when all that was handed in before is written.
  func finish() async {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume() }
    }
  }

  private func drain() {
    while let (bytes, dropped) = take() {
      write(bytes)
      if dropped > 0 { onDrop(dropped) }
    }
  }

  private func take() -> (bytes: [UInt8], dropped: Int)? {
    state.withLock { state in
      guard !state.pending.isEmpty else {
        state.isDraining = false
        return nil
      }
      defer {
        state.pending = []
        state.dropped = 0
      }
      return (state.pending, state.dropped)
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        // There is nobody to tell that the log can not be written.
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}
