#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Bytes in one block of `malloc`, which grows.
///
/// It may have room in front, for what turns out late to come first.
@usableFromInline
package struct ByteBuffer: ~Copyable {
  // The block belongs to this value alone: it can not be copied, and frees the block at its end.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>?
  @usableFromInline package var count: Int
  @usableFromInline var capacity: Int
  /// How many bytes of the block are free before `base`.
  @usableFromInline var front = 0

  /// An empty buffer, which owns no block until the first byte.
  @inlinable
  init() {
    base = nil
    count = 0
    capacity = 0
  }

  /// An empty buffer with room.
  init(capacity: Int, front: Int) {
    self.init()
    grow(front + capacity)
    base = base.map { $0 + front }
    self.front = front
    self.capacity -= front
  }

  deinit { free(block) }

  private var block: UnsafeMutablePointer<UInt8>? { base.map { $0 - front } }

  /// The bytes so far; valid until the next change.
  @inlinable
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Makes room for `extra` more bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ extra: Int) {
    if capacity &- count < extra { grow(extra) }
  }

  @usableFromInline
  mutating func grow(_ extra: Int) {
    let wanted = max(capacity * 2, count + extra, 256)
    guard let block = realloc(block, front + wanted) else {
      // As everywhere in Swift, there is no way on when memory is exhausted.
      preconditionFailure("Out of memory: \(wanted) bytes for a page")
    }
    base = block.assumingMemoryBound(to: UInt8.self) + front
    capacity = wanted
  }

  /// Appends one byte.
  @inlinable
  mutating func append(byte: UInt8) {
    reserve(1)
    base.unsafelyUnwrapped[count] = byte
    count &+= 1
  }

  /// Appends markup, as it is; a copy of known length where it is inlined.
  @inlinable @inline(__always)
  mutating func append(_ markup: StaticString) {
    let length = markup.utf8CodeUnitCount
    reserve(length)
    (base.unsafelyUnwrapped + count).update(from: markup.utf8Start, count: length)
    count &+= length
  }

  /// Appends `length` bytes from `start`, as they are.
  @inlinable
  mutating func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    let source = UnsafeRawPointer(start)
    let target = UnsafeMutableRawPointer(base.unsafelyUnwrapped + count)
    count &+= length
    // Names and classes are short: two halves that overlap are written sooner than a call is made.
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

  /// Appends the name of an element, attribute or class that is not known here.
  @inlinable
  mutating func append(name: StaticString) {
    append(name.utf8Start, name.utf8CodeUnitCount)
  }

  /// Appends bytes, as they are.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
    append(start, bytes.count)
  }

  /// Appends bytes, as they are.
  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Appends a copy of `length` of the buffer's own bytes, from `offset` on.
  mutating func appendCopy(from offset: Int, _ length: Int) {
    reserve(length)
    guard length > 0, let base else { return }
    memcpy(base + count, base + offset, length)
    count += length
  }

  /// Puts the bytes from `middle` on before those from `start` to `middle`, which are not moved
  /// where there is room in front.
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

  /// Gives the block away; the buffer is empty after it.
  mutating func take() -> RenderedBytes {
    let bytes = RenderedBytes(block: block, front..<front + count)
    base = nil
    count = 0
    capacity = 0
    front = 0
    return bytes
  }
}
