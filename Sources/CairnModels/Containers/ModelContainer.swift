public import CairnCases

/// A type that a model's state can contain, such as a model, or an optional, an array, or an enum of models.
///
/// A container of models is created from a container of their states. Optionals, arrays, and identified arrays
/// are containers already. ``ModelContainer(state:)`` makes an enum a container. Your own container specifies how its
/// models are created:
///
/// ```swift
/// struct Pair<Element> {
///   var left: Element
///   var right: Element
/// }
///
/// extension Pair: Equatable where Element: Equatable {}
/// extension Pair: Sendable where Element: Sendable {}
///
/// extension Pair: StateContainer where Element: Equatable {
///   var modelKeys: [String] { ["left", "right"] }
///
///   subscript(modelKey key: String) -> Element? {
///     get { key == "left" ? left : right }
///     set {
///       guard let newValue else { return }
///       if key == "left" { left = newValue } else { right = newValue }
///     }
///   }
/// }
///
/// extension Pair: ModelContainer where Element: Model {
///   static func models(in place: ModelPlace<Pair<Element.State>>) -> Pair {
///     Pair(
///       left: place.model(at: "left", place.state.left),
///       right: place.model(at: "right", place.state.right))
///   }
/// }
///
/// extension Pair: UniformModelContainer where Element: Model {
///   typealias ModelElement = Element
/// }
/// ```
/// You need the last extension only for `events(from:)`. You can then declare
/// `@StateModel<Pair<CounterModel>> var counters = Pair(left: .init(), right: .init())`.
public protocol ModelContainer {
  /// The container of the models' states.
  associatedtype StateContainer: Equatable

  /// Returns the models of the states at a place.
  static func models(in place: ModelPlace<StateContainer>) -> Self

  /// Returns whether two containers hold the states of the same models in the same order.
  ///
  /// If they do, all models are kept. Otherwise, models may be added and removed.
  static func hasSameStructure(_ lhs: StateContainer, _ rhs: StateContainer) -> Bool

  /// Returns the identity of the container's single model, or `nil` if it has no identity.
  static func identity(of state: StateContainer) -> AnyHashable?
}

extension ModelContainer {
  /// Returns whether the single models of two containers have the same identity.
  @inlinable
  public static func hasSameStructure(_ lhs: StateContainer, _ rhs: StateContainer) -> Bool {
    identity(of: lhs) == identity(of: rhs)
  }

  /// Returns `nil`, because the container has no identity.
  @inlinable
  public static func identity(of state: StateContainer) -> AnyHashable? { nil }
}

/// A container of states that are identified by keys.
public protocol StateContainer<ModelState>: Equatable {
  /// The state of a model. It can differ from a collection's `Element`.
  associatedtype ModelState
  /// The type of the keys.
  associatedtype Key: Hashable

  /// The keys of the states, in order. A state keeps its key as long as it's in the container.
  var modelKeys: [Key] { get }

  /// The state with a key. Assigning a state replaces it.
  subscript(modelKey key: Key) -> ModelState? { get set }
}

extension ModelContainer where StateContainer: CairnModels.StateContainer {
  /// Returns false, so that models may be added and removed after each change.
  @inlinable
  public static func hasSameStructure(_ lhs: StateContainer, _ rhs: StateContainer) -> Bool {
    // A key may now belong to a different model. Its place detects that.
    false
  }
}

/// A container whose models all have the same type.
public protocol UniformModelContainer: ModelContainer {
  /// The type of the models.
  associatedtype ModelElement: Model
}

// MARK: - One model

extension Model {
  /// Returns the model of the state at a place.
  @inlinable
  public static func models(in place: ModelPlace<State>) -> Self { place.model(of: Self.self) }

  @inlinable
  public static var _mayChangeIdentity: Bool { false }
}

extension Model where State: Identifiable {
  /// Returns the ID of the state.
  @inlinable
  public static func identity(of state: State) -> AnyHashable? { AnyHashable(state.id) }

  /// Returns whether two states have the same ID.
  @inlinable
  public static func hasSameStructure(_ lhs: State, _ rhs: State) -> Bool { lhs.id == rhs.id }

  @inlinable
  public static var _mayChangeIdentity: Bool { true }

  /// The type of the state's ID.
  public typealias ID = State.ID

  /// The state's ID.
  @inlinable
  public var id: State.ID { _model.required.state.id }
}

// MARK: - An optional

extension Optional: ModelContainer where Wrapped: ModelContainer {
  public typealias StateContainer = Wrapped.StateContainer?

  @inlinable
  public static func models(in place: ModelPlace<Wrapped.StateContainer?>) -> Self {
    place.wrapped().map { Wrapped.models(in: $0) }
  }

  @inlinable
  public static func hasSameStructure(
    _ lhs: Wrapped.StateContainer?, _ rhs: Wrapped.StateContainer?
  ) -> Bool {
    switch (lhs, rhs) {
    case (let lhs?, let rhs?): Wrapped.hasSameStructure(lhs, rhs)
    case (nil, nil): true
    default: false
    }
  }

  @inlinable
  public static func identity(of state: Wrapped.StateContainer?) -> AnyHashable? {
    state.flatMap { Wrapped.identity(of: $0) }
  }
}

extension Optional: UniformModelContainer where Wrapped: UniformModelContainer {
  public typealias ModelElement = Wrapped.ModelElement
}

// MARK: - An array

/// An array of models, each identified by its state's ID. States with equal IDs are identified by their order.
extension Array: ModelContainer where Element: ModelContainer {
  public typealias StateContainer = [Element.StateContainer]

  @inlinable
  public static func models(in place: ModelPlace<[Element.StateContainer]>) -> Self {
    place.elements(of: Element.self).map { Element.models(in: $0) }
  }

  @inlinable
  public static func hasSameStructure(
    _ lhs: [Element.StateContainer], _ rhs: [Element.StateContainer]
  ) -> Bool {
    lhs.count == rhs.count
      && zip(lhs, rhs).allSatisfy { Element.hasSameStructure($0, $1) }
  }
}

extension Array: UniformModelContainer where Element: UniformModelContainer {
  public typealias ModelElement = Element.ModelElement
}

/// The identity of an element that follows other elements with an equal ID.
@usableFromInline
struct Repeated: Hashable {
  let identity: AnyHashable
  let occurrence: Int

  @usableFromInline
  init(identity: AnyHashable, occurrence: Int) {
    self.identity = identity
    self.occurrence = occurrence
  }
}

extension ModelContainer {
  /// Returns the keys of an array's elements.
  @inlinable
  static func elementKeys(of states: [StateContainer]) -> [AnyHashable] {
    var seen: [AnyHashable: Int] = [:]
    seen.reserveCapacity(states.count)
    return states.map { state in
      let identity = identity(of: state) ?? AnyHashable(0)
      let occurrence = seen[identity, default: 0]
      seen[identity] = occurrence + 1
      return occurrence == 0
        ? identity : AnyHashable(Repeated(identity: identity, occurrence: occurrence))
    }
  }

  /// Returns the key of one element, or `nil` if the key depends on the other elements.
  @inlinable
  static func elementKey(at index: Int, of states: [StateContainer]) -> AnyHashable? {
    // The key of the first element with an ID is that ID.
    identity(of: states[index])
  }
}

// MARK: - An identified array

extension IdentifiedArray: ModelContainer
where Element: Model, Element.State: Identifiable, ID == Element.State.ID {
  public typealias StateContainer = IdentifiedArray<ID, Element.State>

  @inlinable
  public static func models(in place: ModelPlace<IdentifiedArray<ID, Element.State>>) -> Self {
    IdentifiedArray(
      uniqueElements: place.elements().map { Element.models(in: $0) }, id: \.modelID)
  }

  @inlinable
  public static func hasSameStructure(
    _ lhs: IdentifiedArray<ID, Element.State>, _ rhs: IdentifiedArray<ID, Element.State>
  ) -> Bool {
    lhs.ids == rhs.ids
  }
}

extension IdentifiedArray: UniformModelContainer
where Element: Model, Element.State: Identifiable, ID == Element.State.ID {
  public typealias ModelElement = Element
}

extension Model where State: Identifiable {
  /// The ID of the element in its array. It's read when the model is created.
  @inlinable
  var modelID: State.ID { id }
}

// MARK: - An enum

/// The identity of the model at a case of an enum.
public struct _CaseOfModels: Hashable {
  private let tag: Int
  private let identity: AnyHashable?

  /// Creates the identity of a case from its number and the identity of its model.
  public init(tag: Int, identity: AnyHashable?) {
    self.tag = tag
    self.identity = identity
  }
}
