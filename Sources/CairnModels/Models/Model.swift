public import CairnViews

/// A feature as state with methods: a handle on a place in a ``Store``.
///
/// ```swift
/// struct CounterModel: Model {
///   struct State: Equatable {
///     var count = 0
///   }
///
///   @ModelState private var state: State
///
///   func incrementTapped() {
///     state.count += 1
///   }
/// }
/// ```
/// A model stores nothing: the state is the store's, and the property that ``ModelState()`` makes is a
/// view of it. So a model is cheap to make and to copy, is made as often as somebody asks for it, and two
/// of one place are the same model.
///
/// From outside a model's state is read by its properties, `model.count`. It is written by the model's
/// methods alone, and by bindings to what is ``Writable``.
///
/// A model can be used from any task. A read sees the state as it was between two writes. An expression
/// that writes has the store for itself until it ends, so it should not wait for others.
///
/// You never call `init()`: stores make models, and so do other models of what is in their state.
@dynamicMemberLookup
public protocol Model: UniformModelContainer, PresentationIdentifiable, Sendable
where StateContainer == State, ModelElement == Self {
  /// What the model is about.
  associatedtype State: Equatable & Sendable
  /// What the model tells its ancestors with ``send(_:to:)-(Event,_)``.
  associatedtype Event: Sendable = Never

  /// Makes a handle. Stores and models call it.
  init()

  /// What ``ModelState()`` adds.
  var _model: _ModelReference<Self> { get }

  /// Whether its own state says who it is.
  static var _mayChangeIdentity: Bool { get }

  /// Called once for each place, when its model is first made: to load what the model begins with, and to
  /// listen to what others do.
  func onActivate()
}

extension Model {
  public func onActivate() {}

  /// What the compiler says of a model without its state.
  @available(
    *, unavailable, message: "A model has its state: add '@ModelState private var state: State'."
  )
  public var _model: _ModelReference<Self> { _ModelReference() }
}

/// A model's way to its place in a store.
public struct _ModelReference<M: Model>: Sendable {
  @usableFromInline let context: ModelContext<M>?

  /// The place that a model is being made for.
  public init() {
    context = ModelCreation.current as? ModelContext<M>
  }

  /// The place of a model that a store has made.
  @inlinable
  var required: ModelContext<M> {
    guard let context else { Self.hasNoPlace() }
    return context
  }

  @usableFromInline
  static func hasNoPlace() -> Never {
    preconditionFailure(
      """
      A \(M.self) was used that its own initializer had made, so it has no state. Ask a store for \
      its 'model', or a model for what is at one of its '@StateModel' properties.
      """)
  }

  /// The state, for the property that ``ModelState()`` makes.
  @inlinable
  public var state: M.State {
    get { required.state }
    nonmutating _modify {
      var write = StateWrite(required)
      defer { write.end() }
      yield &write.state
    }
  }
}
