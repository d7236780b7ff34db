/// A value of a store's isolation, held by code that runs elsewhere.
///
/// It can be used only in a closure that the isolation performs.
///
/// `@unchecked Sendable`: the value is reachable only through the methods below, which pass it to a closure under
/// the isolation. So no two threads ever use it at once. The initializer is called under the isolation too, where
/// the value was made, except for an input that is `sending`: its caller has given it up.
package struct IsolationBound<Value>: @unchecked Sendable {
  private let value: Value
  private let isolation: any StoreIsolation

  /// Binds a value to the isolation under which this is called.
  package init(_ value: Value, to isolation: any StoreIsolation) {
    self.value = value
    self.isolation = isolation
  }

  /// Uses the value under the isolation.
  package func perform(_ body: @escaping @Sendable (Value) -> Void) async {
    await isolation.perform { body(value) }
  }

  /// Uses the value under the isolation, together with an input that is handed over to it.
  package func perform<Input>(
    with input: sending Input, _ body: @escaping @Sendable (Value, Input) -> Void
  ) async {
    let bound = IsolationBound<(Value, Input)>((value, input), to: isolation)
    await isolation.perform { body(bound.value.0, bound.value.1) }
  }

  /// Uses the value under the isolation of a store on the main actor, before this returns.
  @MainActor
  package func performOnMainActor(_ body: (Value) -> Void) {
    isolation.performOnMainActor { body(value) }
  }
}
