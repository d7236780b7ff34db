import CairnFeatures

extension Model {
  /// Returns a stream of the current value of an expression, and of each later value.
  ///
  ///
  /// ```swift
  /// forEach(values(of: state.price * basket.count)) { total in
  ///   ...
  /// }
  /// ```
  /// The expression can read this model and any other model of its store. It's evaluated after each change in
  /// the store, so it should be cheap. The stream ends when this model is removed.
  /// - Parameter expression: Reads models, and has no side effects.
  @_disfavoredOverload
  public func values<Value: Equatable & Sendable>(
    of expression: @autoclosure @escaping @Sendable () -> Value
  ) -> ModelStream<Value> {
    let context = _model.required
    return context.stream(of: expression, in: context.root, first: { $0 }, next: { $1 })
  }

  /// Performs an operation for each change of a part of the state, with the old and the new value.
  ///
  ///
  /// ```swift
  /// onChange(of: \.quantity) { old, new in
  ///   if new > old { state.lastIncrease = .now }
  /// }
  /// ```
  /// Changes are handled in order, and every change is handled. An error ends the observation.
  /// - Parameters:
  ///   - keyPath: The part of the state.
  ///   - cancelPrevious: Whether a change cancels the operation for the previous change instead of waiting for
  ///     it.
  ///   - priority: The priority of the tasks.
  ///   - operation: The operation for a change.
  ///   - catch: Receives an error of `operation`, unless the operation was canceled. If `nil`, the error is
  ///     reported as an issue.
  @discardableResult
  public func onChange<Value: Equatable & Sendable>(
    of keyPath: KeyPath<State, Value>, cancelPrevious: Bool = false, priority: TaskPriority? = nil,
    perform operation: @escaping @Sendable (_ old: Value, _ new: Value) async throws -> Void,
    catch: (@Sendable (any Error) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Cancellable {
    let context = _model.required
    return forEach(
      context.changes(
        of: { [unowned(unsafe) context] in context.part(keyPath) }, in: context),
      cancelPrevious: cancelPrevious, priority: priority,
      perform: { try await operation($0.old, $0.new) }, catch: `catch`,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Performs an operation for each change of an expression's value, with the old and the new value.
  ///
  ///
  /// ```swift
  /// onChange(of: state.price * basket.count) { old, new in
  ///   ...
  /// }
  /// ```
  /// - Parameters:
  ///   - expression: Reads models of the store, and has no side effects. It's evaluated after each change in
  ///     the store.
  ///   - cancelPrevious: Whether a change cancels the operation for the previous change instead of waiting for
  ///     it.
  ///   - priority: The priority of the tasks.
  ///   - operation: The operation for a change.
  ///   - catch: Receives an error of `operation`, unless the operation was canceled. If `nil`, the error is
  ///     reported as an issue.
  @_disfavoredOverload
  @discardableResult
  public func onChange<Value: Equatable & Sendable>(
    of expression: @autoclosure @escaping @Sendable () -> Value, cancelPrevious: Bool = false,
    priority: TaskPriority? = nil,
    perform operation: @escaping @Sendable (_ old: Value, _ new: Value) async throws -> Void,
    catch: (@Sendable (any Error) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Cancellable {
    let context = _model.required
    return forEach(
      context.changes(of: expression, in: context.root),
      cancelPrevious: cancelPrevious, priority: priority,
      perform: { try await operation($0.old, $0.new) }, catch: `catch`,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

extension ModelContext {
  /// Returns a stream of the changes of an expression's value. See `stream` for the parameters.
  fileprivate func changes<Value: Equatable & Sendable>(
    of expression: @escaping () -> Value, in watched: AnyContext
  ) -> ModelStream<(old: Value, new: Value)> {
    stream(of: expression, in: watched, next: { ($0, $1) })
  }

  /// Returns a stream with an element for each change of an expression's value.
  /// - Parameters:
  ///   - expression: Evaluated under the lock.
  ///   - watched: This context or an ancestor. Its changes include all changes that can affect the expression.
  ///   - first: Returns the element for the current value. If `nil`, the stream begins with the first change.
  ///   - next: Returns the element for a change.
  fileprivate func stream<Value: Equatable, Element: Sendable>(
    of expression: @escaping () -> Value, in watched: AnyContext,
    first: ((Value) -> Element)? = nil, next: @escaping (_ old: Value, _ new: Value) -> Element
  ) -> ModelStream<Element> {
    core.locked {
      let (change, end) = (ObserverRemoval(watched), ObserverRemoval(self))
      let source = StreamSource<Element> {
        change.remove()
        end.remove()
      }
      var last = expression()
      if let first { source.send(first(last)) }
      change.begin(
        StateObserver(
          check: { [unowned(unsafe) source] in
            let value = expression()
            guard value != last else { return }
            defer { last = value }
            source.send(next(last, value))
          },
          finish: { [unowned(unsafe) source] in source.finish() }))
      if watched !== self {
        end.begin(StateObserver(check: {}, finish: { [unowned(unsafe) source] in source.finish() }))
      }
      return ModelStream(source: source)
    }
  }
}
