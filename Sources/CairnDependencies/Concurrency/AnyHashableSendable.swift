/// A type-erased value that is `Hashable` and `Sendable`.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Creates a type-erased value. A value that's already type-erased isn't wrapped again.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }

  public static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(AnyHashable(base))
  }
}

extension AnyHashableSendable: CustomStringConvertible {
  /// The description of the value.
  public var description: String { "\(base)" }
}
