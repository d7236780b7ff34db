import CairnDependencies
import CairnFeatures
import CustomDump
import IssueReporting

extension Model {
  /// Starts a task that is canceled when the model is removed.
  ///
  /// ```swift
  /// func factButtonTapped() {
  ///   task {
  ///     let fact = try await fetchFact(state.count)
  ///     send(.onFact(fact))
  ///   } catch: { _ in
  ///     state.alert = .factUnavailable
  ///   }
  /// }
  /// ```
  /// The task isn't started if the model has already been removed. Inside the task, the model's dependencies
  /// are the current ones.
  /// - Parameters:
  ///   - priority: The task's priority.
  ///   - operation: The work.
  ///   - catch: Receives an error of the work, unless the task was canceled.
  @discardableResult
  public func task(
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async throws -> Void,
    catch: @escaping @Sendable (any Error) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Cancellable {
    _model.required.begin(
      priority, EffectPlace(fileID: fileID, line: line), operation, catch: `catch`)
  }

  /// Starts a task that doesn't throw. It's canceled when the model is removed.
  ///
  /// The task isn't started if the model has already been removed.
  @discardableResult
  public func task(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Cancellable {
    _model.required.begin(
      priority, EffectPlace(fileID: fileID, line: line), operation, catch: { _ in })
  }

  /// Performs an operation for each element of a sequence until the model is removed.
  ///
  /// ```swift
  /// forEach(values(of: \.count), cancelPrevious: true) { count in
  ///   state.isPrime = nil
  ///   state.isPrime = try await isPrime(count)
  /// }
  /// ```
  /// Elements are handled in order. An error ends the loop.
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - cancelPrevious: Whether an element cancels the operation for the previous element instead of waiting
  ///     for it.
  ///   - priority: The priority of the tasks.
  ///   - operation: The operation for an element.
  ///   - catch: Receives an error of the operation or the sequence, unless the loop was canceled. If `nil`, the
  ///     error is reported as an issue.
  @discardableResult
  public func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, cancelPrevious: Bool = false, priority: TaskPriority? = nil,
    perform operation: @escaping @Sendable (Elements.Element) async throws -> Void,
    catch: (@Sendable (any Error) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Cancellable where Elements.Element: Sendable {
    let place = EffectPlace(fileID: fileID, line: line)
    let handler =
      `catch` ?? { error in
        var dump = ""
        customDump(error, to: &dump, indent: 2)
        reportIssue(
          """
          'forEach' of a \(Self.self) ended with an unhandled error:

          \(dump)

          To continue with the next element, catch the error in the closure. Otherwise, pass a 'catch' \
          closure to 'forEach'.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
      }
    let context = _model.required
    guard cancelPrevious else {
      return context.begin(
        priority, place,
        { for try await element in sequence { try await operation(element) } },
        catch: handler)
    }
    let latest = LatestOperation(context.core)
    let isOfActivation = ModelCreation.isActivating(context)
    let loop = context.begin(
      priority, place,
      {
        for try await element in sequence {
          try Task.checkCancellation()
          latest.cancel()
          latest.replace(
            by: context.begin(
              priority, place, isOfActivation: isOfActivation, { try await operation(element) },
              catch: { error in
                // An error ends the loop, and is handled only once.
                if latest.fail() { handler(error) }
              }))
        }
        // Wait, so that the operation for the last element can be canceled as well.
        await latest.finish()
      },
      catch: handler)
    latest.begin(loop)
    return loop
  }

  /// Waits until a condition is true. The condition is checked immediately, and after each change in the store.
  ///
  /// ```swift
  /// task {
  ///   await waitUntil(state.isReady)
  ///   ...
  /// }
  /// ```
  /// The wait also ends if the task is canceled or the store is released.
  public func waitUntil(_ predicate: @autoclosure @Sendable () -> Bool) async {
    let core = _model.required.core
    let waiter = ChangeWaiter()
    core.locked { core.add(waiter) }
    defer { core.locked { core.remove(waiter) } }
    while !predicate(), !Task.isCancelled, !core.locked({ core.isEnded }) {
      await waiter.wait()
    }
  }

  /// Calls a closure when the model is removed, or when you cancel the returned value.
  @discardableResult
  public func onCancel(_ perform: @escaping @Sendable () -> Void) -> Cancellable {
    let operation = HandlerOperation(_model.required, perform)
    operation.begin()
    return Cancellable(operation: operation)
  }

  /// Cancels everything that the model has started with a key. The work of its parent and its children
  /// continues.
  public func cancelAll(for key: some Hashable & Sendable) {
    cancelAll(CancellationKey(key))
  }

  /// Cancels everything that the model has started with a type as its key.
  ///
  /// The work of its parent and its children continues.
  public func cancelAll(for type: any Any.Type) {
    cancelAll(CancellationKey(type))
  }

  private func cancelAll(_ key: CancellationKey) {
    let context = _model.required
    context.core.locked {
      context.operations.cancel(in: context) { $0.keys.contains(key) }
    }
  }

  /// Adds a key to everything that the model starts in a closure, so that you can cancel it.
  ///
  /// ```swift
  /// enum OperationID {}
  ///
  /// withCancellationContext(for: OperationID.self) {
  ///   task { ... }
  ///   forEach(values(of: \.count)) { ... }
  /// }
  /// ```
  @discardableResult
  public func withCancellationContext<Result>(
    for key: some Hashable & Sendable, _ body: () throws -> Result
  ) rethrows -> Result {
    try CancellationGroup.with(_model.required, CancellationKey(key), body)
  }

  /// Adds a type as a key to everything that the model starts in a closure, so that you can cancel it.
  @discardableResult
  public func withCancellationContext<Result>(
    for type: any Any.Type, _ body: () throws -> Result
  ) rethrows -> Result {
    try CancellationGroup.with(_model.required, CancellationKey(type), body)
  }

  /// Groups everything that the model starts in a closure, so that you can cancel it together.
  public func withCancellationContext(_ body: () throws -> Void) rethrows -> Cancellable {
    let context = _model.required
    let key = CancellationKey(GroupIdentity())
    try CancellationGroup.with(context, key, body)
    return Cancellable(operation: GroupOperation(context, key))
  }
}

/// A unique key.
private final class GroupIdentity: Hashable, Sendable {
  static func == (lhs: GroupIdentity, rhs: GroupIdentity) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The operation for the latest element.
///
/// `@unchecked Sendable`: Everything is used under the store's lock.
private final class LatestOperation: @unchecked Sendable {
  private let core: ModelCore
  private var loop: Cancellable?
  private var current: Cancellable?
  private var isEnded = false

  init(_ core: ModelCore) {
    self.core = core
  }

  /// Sets the loop that waits for the next element. Canceling the loop also cancels the current operation.
  func begin(_ loop: Cancellable) {
    core.locked {
      self.loop = loop
      loop.operation.followers.append { [self] in end() }
    }
    if core.locked({ isEnded || loop.operation.isCancelled }) { end() }
  }

  func cancel() {
    core.locked { current?.cancel() }
  }

  /// Ends everything because of an error. Returns `false` if it has already ended.
  func fail() -> Bool {
    core.locked {
      defer { isEnded = true }
      loop?.cancel()
      return !isEnded
    }
  }

  /// Waits until the operation for the last element has ended.
  func finish() async {
    guard let task = core.locked({ current?.operation as? TaskOperation }) else { return }
    await task.finish()
  }

  func replace(by next: Cancellable) {
    core.locked {
      current = next
      if isEnded { next.cancel() }
    }
  }

  private func end() {
    core.locked {
      isEnded = true
      loop?.cancel()
      current?.cancel()
    }
  }
}

extension ModelContext {
  /// Starts a task of the model.
  /// - Parameter beginning: The call of a method that begins the task again after an interruption.
  func begin(
    _ priority: TaskPriority?, _ place: EffectPlace, isOfActivation: Bool? = nil,
    beginning: EffectResumption.StoredAction? = nil,
    _ operation: @escaping @Sendable () async throws -> Void,
    catch handler: @escaping @Sendable (any Error) -> Void
  ) -> Cancellable {
    let task = TaskOperation(
      self, isOfActivation: isOfActivation ?? ModelCreation.isActivating(self), place: place)
    task.begin(priority: priority, beginning: beginning) {
      do {
        try await operation()
      } catch is CancellationError {
      } catch {
        if !Task.isCancelled { handler(error) }
      }
    }
    return Cancellable(operation: task)
  }
}
