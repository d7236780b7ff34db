public import CairnViews

/// A feature, with a state that's kept in a ``Store`` and methods that change it.
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
/// A model is a lightweight reference to a part of a store's state. The property that you declare with
/// ``ModelState()`` gives access to that part. Models are therefore cheap to create and to copy, and two models
/// of the same part are interchangeable.
///
/// Other code reads the state through the model's properties, such as `model.count`. Only the model's methods,
/// and bindings to ``Writable`` properties, can write it.
///
/// You can use a model from any task. A read never sees a write in progress. An expression that writes the
/// state has exclusive access to the store until it ends, so it shouldn't block.
///
/// Don't call `init()`. Stores create the model of their state, and models create the models of their children.
@dynamicMemberLookup
public protocol Model: UniformModelContainer, PresentationIdentifiable, Sendable
where StateContainer == State, ModelElement == Self {
  /// The state of the model.
  associatedtype State: Equatable & Sendable
  /// The type of the events that the model sends to its ancestors with ``send(_:to:)-(Self.Event,_)``.
  associatedtype Event: Sendable = Never

  /// Creates a model. Only stores and other models call this initializer.
  init()

  /// The reference to the model's state. ``ModelState()`` adds it.
  var _model: _ModelReference<Self> { get }

  /// Whether a write can replace the state with the state of a different model, because the state has an ID.
  static var _mayChangeIdentity: Bool { get }

  /// The methods that can be called after a restart of the server.
  ///
  /// Tasks that begin again, and tasks that report their interruption, refer to these methods by name. The names must
  /// be unique. The default implementation returns an empty array.
  static var persistedMethods: [PersistedMethod<Self>] { get }

  /// Loads initial data, and starts to observe changes and events.
  ///
  /// This method is called once, after the model of a state is first created. The default implementation does
  /// nothing.
  func onActivate()
}

extension Model {
  /// An empty array.
  public static var persistedMethods: [PersistedMethod<Self>] { [] }

  /// Does nothing.
  public func onActivate() {}

  /// Produces a clear compiler error for a model without `@ModelState`.
  @available(
    *, unavailable, message: "Add '@ModelState private var state: State' to the model."
  )
  public var _model: _ModelReference<Self> { _ModelReference() }
}

/// A model's reference to its state in a store.
public struct _ModelReference<M: Model>: Sendable {
  @usableFromInline let context: ModelContext<M>?

  /// Creates a reference to the state whose model is being created on this thread.
  public init() {
    context = ModelCreation.current as? ModelContext<M>
  }

  /// The context of the model. It traps if the model wasn't created by a store or by another model.
  @inlinable
  var required: ModelContext<M> {
    guard let context else { Self.hasNoPlace() }
    return context
  }

  @usableFromInline
  static func hasNoPlace() -> Never {
    preconditionFailure(
      """
      A \(M.self) was created with its own initializer, so it has no state. Get it from the 'model' \
      property of a store, or from a '@StateModel' property of its parent model.
      """)
  }

  /// The state, for the property that's declared with ``ModelState()``.
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
