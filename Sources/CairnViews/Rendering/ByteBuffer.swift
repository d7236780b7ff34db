#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A growing buffer of bytes in one block from `malloc`.
///
/// It can have free space at the front, for bytes that are written late but come first.
@usableFromInline
package struct ByteBuffer: ~Copyable {
  // This value owns the block. It can't be copied, and frees the block when it's released.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>?
  @usableFromInline package var count: Int
  @usableFromInline var capacity: Int
  /// The number of free bytes in the block before `base`.
  @usableFromInline var front = 0

  /// Creates an empty buffer, which allocates its block for the first byte.
  @inlinable
  init() {
    base = nil
    count = 0
    capacity = 0
  }

  /// Creates an empty buffer with reserved space.
  init(capacity: Int, front: Int) {
    self.init()
    grow(front + capacity)
    base = base.map { $0 + front }
    self.front = front
    self.capacity -= front
  }

  deinit { free(block) }

  private var block: UnsafeMutablePointer<UInt8>? { base.map { $0 - front } }

  /// The bytes so far, which are valid until the next change.
  @inlinable
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Reserves space for `extra` more bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @usableFromInline
  mutating func grow(_ extra: Int) {
    let wanted = max(capacity * 2, count + extra, 256)
    guard let block = realloc(block, front + wanted) else {
      // As elsewhere in Swift, the process can't continue without memory.
      preconditionFailure("Out of memory: can't allocate \(wanted) bytes for a page")
    }
    base = block.assumingMemoryBound(to: UInt8.self) + front
    capacity = wanted
  }

  @inlinable
  mutating func append(byte: UInt8) {
    reserve(1)
    base.unsafelyUnwrapped[count] = byte
    count &+= 1
  }

  /// Appends markup without escaping. If the call is inlined, the length of the copy is known.
  @inlinable @inline(__always)
  mutating func append(_ markup: StaticString) {
    let length = markup.utf8CodeUnitCount
    reserve(length)
    (base.unsafelyUnwrapped + count).update(from: markup.utf8Start, count: length)
    count &+= length
  }

  /// Appends `length` bytes from `start` without escaping.
  @inlinable
  mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    let source = UnsafeRawPointer(start)
    let target = UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
    count &+= length
    // Names and classes are short. Writing two overlapping halves is faster than a call.
    if length >= 8, length <= 16 {
      let last = length &- 8
      let words = (
        source.loadUnaligned(as: UInt64.self),
        source.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      )
      target.storeBytes(of: words.0, as: UInt64.self)
      target.storeBytes(of: words.1, toByteOffset: last, as: UInt64.self)
    } else if length >= 4, length < 8 {
      let last = length &- 4
      let words = (
        source.loadUnaligned(as: UInt32.self),
        source.loadUnaligned(fromByteOffset: last, as: UInt32.self)
      )
      target.storeBytes(of: words.0, as: UInt32.self)
      target.storeBytes(of: words.1, toByteOffset: last, as: UInt32.self)
    } else {
      target.copyMemory(from: source, byteCount: length)
    }
  }

  /// Appends the name of an element, attribute, or class that isn't known at compile time.
  @inlinable
  mutating func append(name: StaticString) {
    append(name.utf8Start, name.utf8CodeUnitCount)
  }

  /// Appends bytes without escaping.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    append(start, bytes.count)
  }

  /// Appends bytes without escaping.
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends a copy of `length` of the buffer's own bytes, beginning at `offset`.
  mutating func appendCopy(from offset: Int, _ length: Int) {
    reserve(length)
    guard length > 0, let base else { return }
    memcpy(base + count, base + offset, length)
    count += length
  }

  /// Moves the bytes from `middle` before the bytes from `start` to `middle`.
  ///
  /// If `start` is 0 and the front has enough space, only the moved bytes are copied.
  mutating func rotate(from start: Int, middle: Int) {
    let head = count - middle
    let tail = middle - start
    guard head > 0, tail > 0, let base else { return }
    if start == 0, head <= front {
      memcpy(base - head, base + middle, head)
      self.base = base - head
      front -= head
      capacity += head
      return
    }
    withUnsafeTemporaryAllocation(byteCount: head, alignment: 1) { scratch in
      guard let room = scratch.baseAddress else { return }
      memcpy(room, base + middle, head)
      memmove(base + start + head, base + start, tail)
      memcpy(base + start, room, head)
    }
  }

  /// Transfers the ownership of the block, and empties the buffer.
  mutating func take() -> RenderedBytes {
    let bytes = RenderedBytes(block: block, front..<front + count)
    base = nil
    count = 0
    capacity = 0
    front = 0
    return bytes
  }
}
