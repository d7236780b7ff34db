public import CairnCases
import CairnFeatures
public import CustomDump

/// Declares which model represents a part of another model's state.
///
/// ```swift
/// struct AppModel: Model {
///   struct State: Equatable {
///     @StateModel<HeaderModel> var header = .init()
///     @StateModel<FactPromptModel?> var factPrompt = nil
///     @StateModel<[CounterRowModel]> var counters = []
///   }
///
///   @ModelState private var state: State
/// }
/// ```
/// Read and write the property itself as you would any other part of the state. The `$` prefix gives access to
/// the models: `appModel.$header`, `appModel.$factPrompt`, and `appModel.$counters`.
///
/// The state is kept behind a reference with copy-on-write. A parent with large children therefore stays cheap
/// to copy, and states that share the reference are compared in constant time.
@propertyWrapper
@dynamicMemberLookup
public struct StateModel<Container: ModelContainer> {
  @usableFromInline var box: StateBox<Container.StateContainer>

  /// Creates a property with an initial state.
  @inlinable
  public init(wrappedValue: Container.StateContainer) {
    box = StateBox(wrappedValue)
  }

  /// The state.
  @inlinable
  public var wrappedValue: Container.StateContainer {
    get { box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = StateBox(box.value) }
      yield &box.value
    }
    set {
      if isKnownUniquelyReferenced(&box) { box.value = newValue } else { box = StateBox(newValue) }
    }
  }

  /// The wrapper itself. Models use key paths such as `\.$counters` to find their children.
  @inlinable
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

/// A box that keeps a state on the heap.
@usableFromInline
final class StateBox<Value> {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

// A box is written only if it's uniquely referenced, like the storage of a value type. A store also writes to
// the boxes of its own state, under its lock.
extension StateModel: @unchecked Sendable where Container.StateContainer: Sendable {}

extension StateModel: Equatable {
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || lhs.box.value == rhs.box.value
  }
}

extension StateModel: Hashable where Container.StateContainer: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(box.value)
  }
}

extension StateModel: CustomReflectable, CustomDumpRepresentable {
  public var customMirror: Mirror { Mirror(reflecting: box.value) }
  public var customDumpValue: Any { box.value }
}

// MARK: - The cases of an enum of models

/// An optional, for generic code that needs the type of the wrapped value.
public protocol _OptionalState {
  /// The type of the wrapped value.
  associatedtype Wrapped

  /// The optional itself.
  var _optional: Wrapped? { get set }
}

extension Optional: _OptionalState {
  /// The optional itself.
  public var _optional: Wrapped? {
    get { self }
    set { self = newValue }
  }
}

extension StateModel
where Container.StateContainer: _OptionalState, Container.StateContainer.Wrapped: CasePathable {
  /// The state of the model at a case. Assigning a state presents that case.
  ///
  /// Locations use this subscript to name what they open, for example `\.$destination.edit`.
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Container.StateContainer.Wrapped.Cases, Case<Path>>
  ) -> Path.Value? where Path.Root == Container.StateContainer.Wrapped {
    get {
      let path = Container.StateContainer.Wrapped.cases[keyPath: keyPath]._path
      return wrappedValue._optional.flatMap { path.extract(from: $0) }
    }
    set {
      let path = Container.StateContainer.Wrapped.cases[keyPath: keyPath]._path
      if let newValue {
        wrappedValue._optional = path.embed(newValue)
      } else if let state = wrappedValue._optional, path.extract(from: state) != nil {
        wrappedValue._optional = nil
      }
    }
  }
}

// MARK: - Coding

extension StateModel: Decodable where Container.StateContainer: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Container.StateContainer(from: decoder))
  }
}

extension StateModel: Encodable where Container.StateContainer: Encodable {
  public func encode(to encoder: any Encoder) throws {
    try box.value.encode(to: encoder)
  }
}

extension KeyedDecodingContainer {
  /// Decodes an optional state. The result is `nil` if there's no value, or if a snapshot's value can't be read
  /// anymore.
  public func decode<C: ModelContainer>(
    _ type: StateModel<C?>.Type, forKey key: Key
  ) throws -> StateModel<C?> where C.StateContainer: Decodable {
    StateModel(
      wrappedValue: try decodeIfPresent(Salvaged<C.StateContainer>.self, forKey: key)?.value)
  }

  /// Decodes an array of states. If an element of a snapshot can't be read anymore, the result ends before it.
  public func decode<C: ModelContainer>(
    _ type: StateModel<[C]>.Type, forKey key: Key
  ) throws -> StateModel<[C]> where C.StateContainer: Decodable {
    let elements = try decode([Salvaged<C.StateContainer>].self, forKey: key)
    return StateModel(wrappedValue: elements.prefix { $0.value != nil }.compactMap(\.value))
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional state, unless it's `nil`.
  public mutating func encode<C: ModelContainer>(
    _ value: StateModel<C?>, forKey key: Key
  ) throws where C.StateContainer: Encodable {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
