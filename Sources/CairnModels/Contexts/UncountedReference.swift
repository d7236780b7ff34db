/// A reference to a box that the state of a store keeps: it does not count.
///
/// A store writes to a box in place where nobody but its own state refers to it. Were contexts to count,
/// no box would ever be the state's alone. Whoever replaces a part of the state gives the contexts below
/// their new boxes before anybody else can look, so that none refers to a box that is gone.
@usableFromInline
struct UncountedReference {
  private var reference: Unmanaged<AnyObject>

  init(_ box: AnyObject) {
    reference = .passUnretained(box)
  }

  @usableFromInline
  var object: AnyObject { reference.takeUnretainedValue() }

  /// Whether the state alone refers to the box.
  mutating func isUnique() -> Bool {
    // An unmanaged reference is laid out as a strong one. It is asked for its count and not released.
    withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: AnyObject.self, capacity: 1) {
        isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }
}
