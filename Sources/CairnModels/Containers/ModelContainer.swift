public import CairnCases

/// What a model can have in its state: another model, or an optional, an array, an enum of them.
///
/// A container of models is made of a container of their states. Optionals, arrays and identified arrays
/// are there; an enum becomes one by ``ModelContainer()``. A container of your own says how its models are
/// made:
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
/// The last is for `events(from:)`. Then `@StateModel<Pair<CounterModel>> var counters = Pair(left: .init(), right: .init())`.
public protocol ModelContainer {
  /// The states of the models.
  associatedtype StateContainer: Equatable

  /// The models of the states at a place.
  static func models(in place: ModelPlace<StateContainer>) -> Self

  /// Whether two containers hold the states of the same models in the same order. Only where they do not,
  /// models come and go.
  static func hasSameStructure(_ lhs: StateContainer, _ rhs: StateContainer) -> Bool

  /// What tells the one model of a container from others that could be there; nil where nothing does.
  static func identity(of state: StateContainer) -> AnyHashable?
}

extension ModelContainer {
  @inlinable
  public static func hasSameStructure(_ lhs: StateContainer, _ rhs: StateContainer) -> Bool {
    identity(of: lhs) == identity(of: rhs)
  }

  @inlinable
  public static func identity(of state: StateContainer) -> AnyHashable? { nil }
}

/// A container of states that are told apart by keys.
public protocol StateContainer<ModelState>: Equatable {
  /// The state of a model. It need not be what a collection calls its element.
  associatedtype ModelState
  associatedtype Key: Hashable

  /// The keys of the states, in their order. A state that stays keeps its key.
  var modelKeys: [Key] { get }

  /// The state with a key; assigning one replaces it.
  subscript(modelKey key: Key) -> ModelState? { get set }
}

extension ModelContainer where StateContainer: CairnModels.StateContainer {
  @inlinable
  public static func hasSameStructure(_ lhs: StateContainer, _ rhs: StateContainer) -> Bool {
    // Under a key there may be another model than before: its place tells.
    false
  }
}

/// A container all of whose models are of one type.
public protocol UniformModelContainer: ModelContainer {
  associatedtype ModelElement: Model
}

// MARK: - One model

extension Model {
  @inlinable
  public static func models(in place: ModelPlace<State>) -> Self { place.model(of: Self.self) }

  @inlinable
  public static var _mayChangeIdentity: Bool { false }
}

extension Model where State: Identifiable {
  @inlinable
  public static func identity(of state: State) -> AnyHashable? { AnyHashable(state.id) }

  @inlinable
  public static func hasSameStructure(_ lhs: State, _ rhs: State) -> Bool { lhs.id == rhs.id }

  @inlinable
  public static var _mayChangeIdentity: Bool { true }

  public typealias ID = State.ID

  /// The state's id.
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

/// An array of models, each known by its state's id. Where several have the same, they are told apart by
/// their order.
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

/// What tells an element from one before it with the same id.
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
  /// The keys of the elements of an array.
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

  /// The key of one of them, where that can be told without the others; nil where it can not.
  @inlinable
  static func elementKey(at index: Int, of states: [StateContainer]) -> AnyHashable? {
    // The first with an id has it as its key.
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
  /// The id that it is kept under, which is read where the model is made.
  @inlinable
  var modelID: State.ID { id }
}

// MARK: - An enum

/// What tells the model at a case of an enum from others that could be there.
public struct _CaseOfModels: Hashable {
  private let tag: Int
  private let identity: AnyHashable?

  public init(tag: Int, identity: AnyHashable?) {
    self.tag = tag
    self.identity = identity
  }
}
