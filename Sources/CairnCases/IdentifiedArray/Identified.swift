/// A value with an ID, for types without an ID of their own.
///
/// ```swift
/// let word = Identified("Blob", id: UUID())
/// let words = ["a", "b"].map { Identified($0, id: \.self) }
/// ```
@dynamicMemberLookup
public struct Identified<ID: Hashable, Value>: Identifiable {
  /// The ID.
  public let id: ID
  /// The value.
  public var value: Value

  /// Creates a value with an ID.
  public init(_ value: Value, id: ID) {
    self.id = id
    self.value = value
  }

  /// Creates a value whose ID is one of its properties.
  public init(_ value: Value, id: KeyPath<Value, ID>) {
    self.init(value, id: value[keyPath: id])
  }

  /// A property of the value.
  public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Member {
    get { value[keyPath: keyPath] }
    set { value[keyPath: keyPath] = newValue }
  }
}

extension Identified: Equatable where Value: Equatable {}
extension Identified: Hashable where Value: Hashable {}
extension Identified: Sendable where ID: Sendable, Value: Sendable {}
extension Identified: Codable where ID: Codable, Value: Codable {}
