import Foundation

/// A value with a lock that tasks can share, for example to collect results of effects in a test.
///
/// ```swift
/// let requests = LockIsolated<[String]>([])
/// store.dependencies.api.fetch = { path in requests.withValue { $0.append(path) } }
/// ```
///
/// `@unchecked Sendable`: The value is used only under the lock.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // The lock is recursive, so that code that changes the value can read it without deadlocking. It reads the
  // previous value.
  private let lock = NSRecursiveLock()
  private var current: Value

  /// Creates a locked value. The expression is `@Sendable`, so that the value isn't shared with other code.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    current = try value()
  }

  /// A property of the value.
  public subscript<Property: Sendable>(dynamicMember keyPath: KeyPath<Value, Property>) -> Property
  {
    lock.withLock { current[keyPath: keyPath] }
  }

  /// Reads and changes the value. Other threads wait until the closure has ended.
  /// - Parameter operation: Receives the value.
  /// - Returns: The result of the closure.
  public func withValue<Result: Sendable>(
    _ operation: @Sendable (inout Value) throws -> Result
  ) rethrows -> Result {
    lock.lock()
    var value = current
    defer {
      current = value
      lock.unlock()
    }
    return try operation(&value)
  }

  /// Replaces the value.
  public func setValue(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    lock.lock()
    defer { lock.unlock() }
    current = try value()
  }
}

extension LockIsolated where Value: Sendable {
  /// The current value.
  public var value: Value { lock.withLock { current } }
}

/// A value that is treated as `Sendable` without being checked.
///
/// `@unchecked Sendable`: The code that uses this type must ensure that the value isn't changed while other
/// code uses it.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  /// The value.
  public var value: Value

  /// Creates a wrapper for a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Creates a property with an initial value.
  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  /// The value.
  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  /// A property of the value.
  public subscript<Property>(dynamicMember keyPath: KeyPath<Value, Property>) -> Property {
    value[keyPath: keyPath]
  }

  /// A writable property of the value.
  public subscript<Property>(dynamicMember keyPath: WritableKeyPath<Value, Property>) -> Property {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}
