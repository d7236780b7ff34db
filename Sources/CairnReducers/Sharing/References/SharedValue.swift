/// The value of a ``SharedBox``, while it is stored where all threads reach it.
///
/// `@unchecked Sendable`: the box, and what tests note of it, store the value under a lock and hand it out only to
/// code that has a ``Shared`` or a ``SharedReader`` of the box. These are `Sendable` only if the value is. So a value
/// that isn't `Sendable` stays with the code that made it. The types that store it are used with values of any
/// type, so the constraint can't be written here.
struct SharedValue<Value>: @unchecked Sendable {
  var base: Value

  init(_ base: Value) {
    self.base = base
  }
}
