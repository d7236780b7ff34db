public import Foundation
internal import Synchronization

extension DependencyValues {
  /// Generates UUIDs. The live value generates random UUIDs. A test must set it.
  ///
  /// ```swift
  /// @Dependency(\.uuid) var uuid
  /// let item = Item(id: uuid())
  ///
  /// withDependencies {
  ///   $0.uuid = .incrementing
  /// } operation: {
  ///   uuid()  // 00000000-0000-0000-0000-000000000000
  ///   uuid()  // 00000000-0000-0000-0000-000000000001
  /// }
  /// ```
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static let liveValue = UUIDGenerator { UUID() }
    static let testValue = UUIDGenerator {
      reportUnimplemented("uuid")
      return UUID()
    }
  }
}

/// A generator of UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Creates a generator that calls a closure for each UUID.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// Returns the next UUID.
  public func callAsFunction() -> UUID {
    generate()
  }

  /// Returns a generator that always returns a given UUID.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A new generator that counts up, beginning with `UUID(0)`.
  public static var incrementing: Self {
    let counter = Counter()
    return Self { UUID(counter.next()) }
  }
}

private final class Counter: Sendable {
  private let value = Atomic(0)

  func next() -> Int {
    value.wrappingAdd(1, ordering: .relaxed).oldValue
  }
}

extension UUID {
  /// Creates a UUID whose digits are a number in hexadecimal, padded with zeros on the left.
  ///
  /// `UUIDGenerator.incrementing` generates these UUIDs, beginning with 0.
  public init(_ number: Int) {
    let bytes = withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).bigEndian, Array.init)
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      ))
  }
}
