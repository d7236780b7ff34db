/// A value that belongs to a store's isolation, held by code that runs elsewhere.
///
/// The value can be used only in a closure that the isolation performs.
///
/// `@unchecked Sendable`: The value is accessible only through the methods below, which pass it to a closure
/// under the isolation. Two threads therefore never use it at the same time. The initializer is also called
/// under the isolation in which the value was made. The exception is a `sending` input, which its caller no
/// longer uses.
package struct IsolationBound<Value>: @unchecked Sendable {
  private let value: Value
  private let isolation: any StoreIsolation

  /// Creates a value that's bound to an isolation. Call it under that isolation.
  package init(_ value: Value, to isolation: any StoreIsolation) {
    self.value = value
    self.isolation = isolation
  }

  /// Runs a closure with the value under the isolation.
  package func perform(_ body: @escaping @Sendable (Value) -> Void) async {
    await isolation.perform { body(value) }
  }

  /// Runs a closure under the isolation, with the value and an input that's transferred to the isolation.
  package func perform<Input>(
    with input: sending Input, _ body: @escaping @Sendable (Value, Input) -> Void
  ) async {
    let bound = IsolationBound<(Value, Input)>((value, input), to: isolation)
    await isolation.perform { body(bound.value.0, bound.value.1) }
  }

  /// Runs a closure with the value under the isolation of a store on the main actor, before it returns.
  @MainActor
  package func performOnMainActor(_ body: (Value) -> Void) {
    isolation.performOnMainActor { body(value) }
  }
}
