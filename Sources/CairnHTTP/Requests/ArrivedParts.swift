/// The bytes of a body that have arrived and weren't read yet.
///
/// A client decides how many bytes arrive at a time. Small segments are therefore collected, so that neither the memory
/// nor the time for a byte depends on the size of its segment.
struct ArrivedParts {
  /// The size up to which segments are collected in one part.
  static let collectedSize = 16 * 1024

  /// The parts in order. There are only a few, because two neighbors have more than ``collectedSize`` bytes.
  private var parts: [[UInt8]] = []
  /// The number of bytes of all parts.
  private(set) var size = 0

  var isEmpty: Bool { parts.isEmpty }

  mutating func append(_ segment: UnsafeRawBufferPointer) {
    guard !segment.isEmpty else { return }
    size += segment.count
    if let last = parts.last?.count, last + segment.count <= Self.collectedSize {
      // The array grows in place, because there's no other reference to it.
      parts[parts.count - 1].append(contentsOf: segment)
    } else {
      parts.append(Array(segment))
    }
  }

  /// Removes the first part and returns it, or `nil` if there is none.
  mutating func takeFirst() -> [UInt8]? {
    guard !parts.isEmpty else { return nil }
    let part = parts.removeFirst()
    size -= part.count
    return part
  }

  mutating func removeAll() {
    parts = []
    size = 0
  }
}
