/// The value of a ``SharedBox``, in storage that all threads can access.
///
/// This type is `@unchecked Sendable`. The box and the change logs of tests store the value under a lock. They pass it
/// only to code that has a ``Shared`` or a ``SharedReader`` of the box. These are `Sendable` only if the value is, so a
/// value that isn't `Sendable` stays with the code that created it. The constraint can't be declared here, because the
/// types that store this value are used with values of any type.
struct SharedValue<Value>: @unchecked Sendable {
  var base: Value

  init(_ base: Value) {
    self.base = base
  }
}
