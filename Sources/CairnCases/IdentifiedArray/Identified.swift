/// A value with an id, for one that has none of its own.
///
/// ```swift
/// let word = Identified("Blob", id: UUID())
/// let words = ["a", "b"].map { Identified($0, id: \.self) }
/// ```
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  public let id: ID
  public var value: Value

  /// A value with an id.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// A value whose id is a part of it.
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A part of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Codable where ID: Codable, Value: Codable {}
