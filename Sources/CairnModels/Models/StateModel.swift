public import CairnCases
import CairnFeatures
public import CustomDump

/// Says what model is made of a part of a model's state.
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
/// The property itself is the state of that model, or of those models: it is read and written as any
/// other. Behind `$` are the models: `appModel.$header`, `appModel.$factPrompt`, `appModel.$counters`.
///
/// The state is kept behind a reference with copy-on-write, so that a parent with large children stays
/// cheap to copy, and states that share it are compared at once.
@propertyWrapper
@dynamicMemberLookup
public struct StateModel<Container: ModelContainer> {
  @usableFromInline var box: StateBox<Container.StateContainer>

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

  /// The wrapper itself: a model finds its children by key paths such as `\.$counters`.
  @inlinable
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

/// A state on the heap.
@usableFromInline
final class StateBox<Value> {
  @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }
}

// The box is written to only where it is uniquely referenced, as a value would be; a store writes to the
// boxes of its own state, under its lock.
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

/// An optional, where a generic type has to name what it wraps.
public protocol _OptionalState {
  associatedtype Wrapped

  var _optional: Wrapped? { get set }
}

extension Optional: _OptionalState {
  public var _optional: Wrapped? {
    get { self }
    set { self = newValue }
  }
}

extension StateModel
where Container.StateContainer: _OptionalState, Container.StateContainer.Wrapped: CasePathable {
  /// The state of the model at a case; assigning presents that case.
  ///
  /// This is how a location names what it opens, as in `\.$destination.edit`.
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
  /// Decodes what an optional holds; nil where there is no value, and where a snapshot has one that can not
  /// be read any more.
  public func decode<C: ModelContainer>(
    _ type: StateModel<C?>.Type, forKey key: Key
  ) throws -> StateModel<C?> where C.StateContainer: Decodable {
    StateModel(
      wrappedValue: try decodeIfPresent(Salvaged<C.StateContainer>.self, forKey: key)?.value)
  }

  /// Decodes the elements of an array; of a snapshot, those before the first that can not be read any more.
  public func decode<C: ModelContainer>(
    _ type: StateModel<[C]>.Type, forKey key: Key
  ) throws -> StateModel<[C]> where C.StateContainer: Decodable {
    let elements = try decode([Salvaged<C.StateContainer>].self, forKey: key)
    return StateModel(wrappedValue: elements.prefix { $0.value != nil }.compactMap(\.value))
  }
}

extension KeyedEncodingContainer {
  /// Encodes what an optional holds; nothing where that is nothing.
  public mutating func encode<C: ModelContainer>(
    _ value: StateModel<C?>, forKey key: Key
  ) throws where C.StateContainer: Encodable {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}
