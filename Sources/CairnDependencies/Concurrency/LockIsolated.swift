import Foundation

/// A value under a lock, which tasks share: what a test collects from effects, say.
///
/// ```swift
/// let requests = LockIsolated<[String]>([])
/// store.dependencies.api.fetch = { path in requests.withValue { $0.append(path) } }
/// ```
///
/// Unchecked: the value is used under the lock alone.
@dynamicMemberLookup
public final class LockIsolated<Value>: @unchecked Sendable {
  // Recursive: whoever reads while it changes the value does not wait for itself, and sees it as it was.
  private let lock = NSRecursiveLock()
  private var current: Value

  /// A value, made where nobody else has it.
  public init(_ value: @autoclosure @Sendable () throws -> Value) rethrows {
    current = try value()
  }

  /// A property of the value.
  public subscript<Property: Sendable>(dynamicMember keyPath: KeyPath<Value, Property>) -> Property
  {
    lock.withLock { current[keyPath: keyPath] }
  }

  /// Reads and changes the value; nobody else does meanwhile.
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
  /// The value now.
  public var value: Value { lock.withLock { current } }
}

/// A value that is taken to be safe to share.
///
/// Unchecked: that is what it is for. Whoever writes this knows that nobody changes the value while another
/// one uses it.
@dynamicMemberLookup
@propertyWrapper
public struct UncheckedSendable<Value>: @unchecked Sendable {
  public var value: Value

  public init(_ value: Value) {
    self.value = value
  }

  public init(wrappedValue: Value) {
    self.init(wrappedValue)
  }

  public var wrappedValue: Value {
    _read { yield value }
    _modify { yield &value }
  }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }

  public subscript<Property>(dynamicMember keyPath: KeyPath<Value, Property>) -> Property {
    value[keyPath: keyPath]
  }

  public subscript<Property>(dynamicMember keyPath: WritableKeyPath<Value, Property>) -> Property {
    _read { yield value[keyPath: keyPath] }
    _modify { yield &value[keyPath: keyPath] }
  }
}

extension UncheckedSendable: Equatable where Value: Equatable {}
extension UncheckedSendable: Hashable where Value: Hashable {}
