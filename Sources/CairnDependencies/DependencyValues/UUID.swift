public import Foundation
internal import Synchronization

extension DependencyValues {
  /// Makes UUIDs: random ones when live. In a test it has to be set.
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

/// A maker of UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// A generator that calls a closure for each UUID.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// The next UUID.
  public func callAsFunction() -> UUID {
    generate()
  }

  /// A generator of one and the same UUID.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A new generator that counts from `UUID(0)`.
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
  /// The UUID that `UUIDGenerator.incrementing` makes as its nth, counted from 0: the number in
  /// hexadecimal digits, padded with zeros on its left.
  public init(_ number: Int) {
    let bytes = withUnsafeBytes(of: UInt64(truncatingIfNeeded: number).bigEndian, Array.init)
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      ))
  }
}
