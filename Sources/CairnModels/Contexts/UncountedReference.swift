/// A reference to a box that the state of a store keeps: it does not count.
///
/// A store writes to a box in place where nobody but its own state refers to it. Were contexts to count,
/// no box would ever be the state's alone. Whoever replaces a part of the state gives the contexts below
/// their new boxes before anybody else can look, so that none refers to a box that is gone.
struct UncountedReference<Box: AnyObject> {
  private var reference: Unmanaged<Box>

  init(_ box: Box) {
    reference = .passUnretained(box)
  }

  var box: Box { reference.takeUnretainedValue() }

  /// Whether the state alone refers to the box.
  mutating func isUnique() -> Bool {
    // An unmanaged reference is laid out as a strong one. It is asked for its count and not released.
    withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: Box.self, capacity: 1) {
        isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }
}
