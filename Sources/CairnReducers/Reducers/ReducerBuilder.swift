/// A result builder that combines reducers. They run on the same state, in the order of their declaration.
@resultBuilder
public enum ReducerBuilder<State, Action> {
  // Parameters of this builder are consumed so that reducers aren't copied. A feature's body is created again for each
  // action.
  /// Builds a block from its first reducer.
  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: consuming R) -> R
  where R.State == State, R.Action == Action {
    first
  }

  /// Combines the preceding reducers with the next one.
  @inlinable
  public static func buildPartialBlock<R0: Reducer, R1: Reducer>(
    accumulated: consuming R0, next: consuming R1
  ) -> _Sequence<R0, R1>
  where R0.State == State, R0.Action == Action, R1.State == State, R1.Action == Action {
    _Sequence(accumulated, next)
  }

  /// Builds an empty block, which does nothing.
  @inlinable
  public static func buildBlock() -> EmptyReducer<State, Action> {
    EmptyReducer()
  }

  /// Builds a reducer from an expression.
  @inlinable
  public static func buildExpression<R: Reducer>(
    _ expression: consuming R, _ type: R.Type = R.self
  ) -> R
  where R.State == State, R.Action == Action {
    expression
  }

  // Without its second parameter, the overload above would open this existential and return it unchanged.
  /// Builds a type-erased reducer from an existential value.
  @_disfavoredOverload
  @inlinable
  public static func buildExpression(
    _ expression: any Reducer<State, Action>
  ) -> _AnyReducer<State, Action> {
    _AnyReducer(expression)
  }

  /// Builds a reducer from an `if` statement without an `else` branch.
  @inlinable
  public static func buildOptional<R: Reducer>(_ wrapped: consuming R?) -> _Optional<R>
  where R.State == State, R.Action == Action {
    _Optional(wrapped)
  }

  /// Builds a reducer from the first branch of a condition.
  @inlinable
  public static func buildEither<R0: Reducer, R1: Reducer>(
    first reducer: consuming R0
  ) -> _Conditional<R0, R1> where R0.State == State, R0.Action == Action {
    .first(reducer)
  }

  /// Builds a reducer from the second branch of a condition.
  @inlinable
  public static func buildEither<R0: Reducer, R1: Reducer>(
    second reducer: consuming R1
  ) -> _Conditional<R0, R1> where R1.State == State, R1.Action == Action {
    .second(reducer)
  }

  /// Builds a reducer from a `for` loop.
  @inlinable
  public static func buildArray<R: Reducer>(_ reducers: [R]) -> _Many<R>
  where R.State == State, R.Action == Action {
    _Many(reducers)
  }

  /// Builds a reducer from an `if #available` statement.
  @inlinable
  public static func buildLimitedAvailability<R: Reducer>(_ reducer: consuming R) -> R
  where R.State == State, R.Action == Action {
    reducer
  }

  /// A reducer that runs two reducers, one after the other.
  public struct _Sequence<R0: Reducer, R1: Reducer>: Reducer
  where R0.State == R1.State, R0.Action == R1.Action {
    @usableFromInline let first: R0
    @usableFromInline let second: R1

    @inlinable
    init(_ first: R0, _ second: R1) {
      self.first = first
      self.second = second
    }

    @inlinable
    public func reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
      let effect = first.reduce(into: &state, action: action)
      return effect.merge(with: second.reduce(into: &state, action: action))
    }

    @inlinable
    public func _visit(_ state: R0.State, with visitor: inout IdentityVisitor) {
      first._visit(state, with: &visitor)
      second._visit(state, with: &visitor)
    }

    @inlinable
    public static func _isEphemeral(_ state: R0.State) -> Bool {
      R0._isEphemeral(state) || R1._isEphemeral(state)
    }
  }

  /// A reducer that runs another reducer if there is one.
  public struct _Optional<R: Reducer>: Reducer {
    @usableFromInline let wrapped: R?

    @inlinable
    init(_ wrapped: consuming R?) {
      self.wrapped = wrapped
    }

    @inlinable
    public func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
      wrapped?.reduce(into: &state, action: action) ?? .none
    }

    @inlinable
    public func _visit(_ state: R.State, with visitor: inout IdentityVisitor) {
      wrapped?._visit(state, with: &visitor)
    }

    @inlinable
    public static func _isEphemeral(_ state: R.State) -> Bool {
      R._isEphemeral(state)
    }
  }

  /// A reducer that runs one of two reducers.
  public enum _Conditional<R0: Reducer, R1: Reducer>: Reducer
  where R0.State == R1.State, R0.Action == R1.Action {
    /// The first reducer.
    case first(R0)
    /// The second reducer.
    case second(R1)

    @inlinable
    public func reduce(into state: inout R0.State, action: R0.Action) -> Effect<R0.Action> {
      switch self {
      case .first(let reducer): reducer.reduce(into: &state, action: action)
      case .second(let reducer): reducer.reduce(into: &state, action: action)
      }
    }

    @inlinable
    public func _visit(_ state: R0.State, with visitor: inout IdentityVisitor) {
      switch self {
      case .first(let reducer): reducer._visit(state, with: &visitor)
      case .second(let reducer): reducer._visit(state, with: &visitor)
      }
    }

    @inlinable
    public static func _isEphemeral(_ state: R0.State) -> Bool {
      R0._isEphemeral(state) || R1._isEphemeral(state)
    }
  }

  /// A reducer that runs any number of reducers of the same type.
  public struct _Many<R: Reducer>: Reducer {
    @usableFromInline let reducers: [R]

    @inlinable
    init(_ reducers: [R]) {
      self.reducers = reducers
    }

    @inlinable
    public func reduce(into state: inout R.State, action: R.Action) -> Effect<R.Action> {
      var effect = Effect<R.Action>.none
      for reducer in reducers {
        effect = effect.merge(with: reducer.reduce(into: &state, action: action))
      }
      return effect
    }

    @inlinable
    public func _visit(_ state: R.State, with visitor: inout IdentityVisitor) {
      for reducer in reducers { reducer._visit(state, with: &visitor) }
    }

    @inlinable
    public static func _isEphemeral(_ state: R.State) -> Bool {
      R._isEphemeral(state)
    }
  }
}

/// A shorthand for the ``ReducerBuilder`` of a reducer's state and actions.
public typealias ReducerBuilderOf<R: Reducer> = ReducerBuilder<R.State, R.Action>
