import CairnDependencies
import CairnFeatures
import CustomDump
import IssueReporting

extension Model {
  /// Begins work that lives as long as the model does, at most.
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
  /// When the model's state is removed the task is cancelled; on a model that is gone none begins. The
  /// model's dependencies are the current ones.
  /// - Parameters:
  ///   - priority: The task's priority.
  ///   - operation: The work.
  ///   - catch: Gets what the work throws, unless it was cancelled.
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

  /// Begins work that throws nothing, and lives as long as the model does, at most.
  @discardableResult
  public func task(
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Cancellable {
    _model.required.begin(
      priority, EffectPlace(fileID: fileID, line: line), operation, catch: { _ in })
  }

  /// Does something with each element of a sequence, for as long as the model is there.
  ///
  /// ```swift
  /// forEach(values(of: \.count), cancelPrevious: true) { count in
  ///   state.isPrime = nil
  ///   state.isPrime = try await isPrime(count)
  /// }
  /// ```
  /// One is done after the other. What is thrown ends it.
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - cancelPrevious: Whether the next element does not wait for the one before, but cancels what is
  ///     still done with that.
  ///   - priority: The priority of the tasks.
  ///   - operation: What is done with an element.
  ///   - catch: Gets what is thrown, unless it was cancelled. Without it, it is an issue.
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
          'forEach' of a \(Self.self) ended with an error that nobody catches:

          \(dump)

          Catch it inside, where the next element is to be waited for, or give 'forEach' a 'catch:'.
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
                // What is thrown ends it, and is handled once.
                if latest.fail() { handler(error) }
              }))
        }
        // So that what is done with the last one can be cancelled too.
        await latest.finish()
      },
      catch: handler)
    latest.begin(loop)
    return loop
  }

  /// Waits until something is the case: it is asked now, and after each change in the store.
  ///
  /// ```swift
  /// task {
  ///   await waitUntil(state.isReady)
  ///   ...
  /// }
  /// ```
  /// It ends as well when the task is cancelled, or the store is gone.
  public func waitUntil(_ predicate: @autoclosure @Sendable () -> Bool) async {
    let core = _model.required.core
    let waiter = ChangeWaiter()
    core.locked { core.add(waiter) }
    defer { core.locked { core.remove(waiter) } }
    while !predicate(), !Task.isCancelled, !core.locked({ core.isEnded }) {
      await waiter.wait()
    }
  }

  /// Calls a closure when the model goes, or when what this returns is cancelled.
  @discardableResult
  public func onCancel(_ perform: @escaping @Sendable () -> Void) -> Cancellable {
    let operation = HandlerOperation(_model.required, perform)
    operation.begin()
    return Cancellable(operation: operation)
  }

  /// Cancels all that the model has begun under a key. What its parent or its children have stays.
  public func cancelAll(for key: some Hashable & Sendable) {
    cancelAll(CancellationKey(key))
  }

  /// Cancels all that the model has begun under a type.
  public func cancelAll(for type: any Any.Type) {
    cancelAll(CancellationKey(type))
  }

  private func cancelAll(_ key: CancellationKey) {
    let context = _model.required
    context.core.locked {
      context.operations.cancel(in: context) { $0.keys.contains(key) }
    }
  }

  /// Lets all that the model begins in a closure be cancelled by a key.
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

  /// Lets all that the model begins in a closure be cancelled by a type.
  @discardableResult
  public func withCancellationContext<Result>(
    for type: any Any.Type, _ body: () throws -> Result
  ) rethrows -> Result {
    try CancellationGroup.with(_model.required, CancellationKey(type), body)
  }

  /// Lets all that the model begins in a closure be cancelled together.
  public func withCancellationContext(_ body: () throws -> Void) rethrows -> Cancellable {
    let context = _model.required
    let key = CancellationKey(GroupIdentity())
    try CancellationGroup.with(context, key, body)
    return Cancellable(operation: GroupOperation(context, key))
  }
}

/// A key that no other has.
private final class GroupIdentity: Hashable, Sendable {
  static func == (lhs: GroupIdentity, rhs: GroupIdentity) -> Bool { lhs === rhs }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What is done with the latest element.
///
/// `@unchecked Sendable`: everything is used under the store's lock.
private final class LatestOperation: @unchecked Sendable {
  private let core: ModelCore
  private var loop: Cancellable?
  private var current: Cancellable?
  private var isEnded = false

  init(_ core: ModelCore) {
    self.core = core
  }

  /// Says what waits for the next element, and takes this along when it is cancelled.
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

  /// Ends all, for an error; false where that is so already.
  func fail() -> Bool {
    core.locked {
      defer { isEnded = true }
      loop?.cancel()
      return !isEnded
    }
  }

  /// Waits for the end of what is done with the last element.
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
  /// Begins work of the model.
  func begin(
    _ priority: TaskPriority?, _ place: EffectPlace, isOfActivation: Bool? = nil,
    _ operation: @escaping @Sendable () async throws -> Void,
    catch handler: @escaping @Sendable (any Error) -> Void
  ) -> Cancellable {
    let task = TaskOperation(
      self, isOfActivation: isOfActivation ?? ModelCreation.isActivating(self), place: place)
    task.begin(priority: priority) {
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
