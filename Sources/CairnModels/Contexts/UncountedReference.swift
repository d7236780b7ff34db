/// An unowned, uncounted reference to a box that a store's state retains.
///
/// A store writes to a box in place if only its own state refers to the box. If contexts retained their boxes,
/// that would never be true. Code that replaces a part of the state must therefore give the contexts below
/// their new boxes before other code can use them. Otherwise they refer to released boxes.
@usableFromInline
struct UncountedReference {
  private var reference: Unmanaged<AnyObject>

  init(_ box: AnyObject) {
    reference = .passUnretained(box)
  }

  @usableFromInline
  var object: AnyObject { reference.takeUnretainedValue() }

  /// Returns whether only the state refers to the box.
  mutating func isUnique() -> Bool {
    // An unmanaged reference has the same layout as a strong one. This reads the reference count and doesn't
    // release it.
    withUnsafeMutablePointer(to: &reference) { pointer in
      pointer.withMemoryRebound(to: AnyObject.self, capacity: 1) {
        isKnownUniquelyReferenced(&$0.pointee)
      }
    }
  }
}
