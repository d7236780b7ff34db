import CairnDependencies
import CairnFeatures
import CustomDump
import Foundation
import IssueReporting

extension Model {
  /// Starts a task that begins again if a restart interrupts it.
  ///
  /// The task begins again by calling a method of the model, usually the method that began it. The name of the method
  /// and its input are stored with the scene while the task runs:
  ///
  /// ```swift
  /// static var persistedMethods: [PersistedMethod<Self>] {
  ///   [PersistedMethod("importItems", Self.importItems)]
  /// }
  ///
  /// func importItems(_ items: [Item]) {
  ///   state.importing.isRunning = true
  ///   task(resume: "importItems", with: items) {
  ///     @Dependency(\.idempotencyKey) var key
  ///     try await inventory.add(items, key)
  ///     state.importing.isRunning = false
  ///   } catch: { _ in
  ///     state.importing.isRunning = false
  ///   }
  /// }
  /// ```
  /// The method is called once each time that the scene is loaded from the store, as soon as the model is active. The
  /// task then has the same `idempotencyKey`. The work can therefore run more than once, even if it was completed: the
  /// process may have ended before the result was stored. Pass the key to other systems, so that they can detect the
  /// repetition.
  ///
  /// If a method starts several of these tasks with its own name and input, it's called once for all of them, as long
  /// as they have the same `idempotencyKey`.
  ///
  /// The work doesn't begin again in these cases:
  ///
  /// - The task was canceled, or the model is no longer in the state.
  /// - The stored input can't be decoded, for example because its type has changed.
  /// - The work has begun five times already.
  /// - The scene is a copy, for example because the user went back to an earlier page.
  ///
  /// For these cases, except for the first one, set a message or another method with
  /// ``Cancellable/onInterruption(message:)`` or
  /// ``Cancellable/onInterruption(call:with:fileID:filePath:line:column:)``.
  /// - Parameters:
  ///   - method: The name of a method in ``persistedMethods``.
  ///   - input: The input of the method. Its JSON can have up to 256 KiB.
  ///   - priority: The task's priority.
  ///   - operation: The work.
  ///   - catch: Receives an error of the work, unless the task was canceled.
  @discardableResult
  public func task<Input: Codable & Sendable>(
    resume method: String, with input: Input = _NoInput(), priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable () async throws -> Void,
    catch: @escaping @Sendable (any Error) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Cancellable {
    let context = _model.required
    return context.begin(
      priority, EffectPlace(fileID: fileID, line: line),
      beginning: context.stored(method, input, 256 * 1024, fileID, filePath, line, column),
      operation, catch: `catch`)
  }

  /// Starts a task that doesn't throw, and that begins again if a restart interrupts it.
  ///
  /// See ``task(resume:with:priority:_:catch:fileID:filePath:line:column:)``.
  /// - Parameters:
  ///   - method: The name of a method in ``persistedMethods``.
  ///   - input: The input of the method. Its JSON can have up to 256 KiB.
  ///   - priority: The task's priority.
  ///   - operation: The work.
  @discardableResult
  public func task<Input: Codable & Sendable>(
    resume method: String, with input: Input = _NoInput(), priority: TaskPriority? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ operation: @escaping @Sendable () async -> Void
  ) -> Cancellable {
    let context = _model.required
    return context.begin(
      priority, EffectPlace(fileID: fileID, line: line),
      beginning: context.stored(method, input, 256 * 1024, fileID, filePath, line, column),
      operation, catch: { _ in })
  }
}

extension Cancellable {
  /// Sets the message that users see if the work is interrupted.
  ///
  /// A task ends when its process ends. If the scene continues in another process, or on a page that was opened from
  /// its history, the task doesn't continue there. Use this method to display a message if a user could wait for
  /// something that will never happen:
  ///
  /// ```swift
  /// task { try await upload() } catch: { _ in state.hasFailed = true }
  ///   .onInterruption(message: "The upload was interrupted. Start it again.")
  /// ```
  /// A task that ends normally or is canceled isn't considered interrupted. Neither is a task that begins again. See
  /// ``Model/task(resume:with:priority:_:catch:fileID:filePath:line:column:)``.
  /// - Parameter message: The message to display.
  @discardableResult
  public func onInterruption(message: String) -> Self {
    operation.context.core.locked {
      for task in operation.tasks { task.interruption = message }
    }
    return self
  }

  /// Sets the method of the model that's called if the work is interrupted.
  ///
  /// Use it to change a stored state that would otherwise describe work that has ended:
  ///
  /// ```swift
  /// static var persistedMethods: [PersistedMethod<Self>] {
  ///   [PersistedMethod("uploadWasInterrupted", Self.uploadWasInterrupted)]
  /// }
  ///
  /// func uploadTapped() {
  ///   state.status = .uploading
  ///   task { ... }.onInterruption(call: "uploadWasInterrupted")
  /// }
  /// ```
  /// The method is called once, as soon as the model is active. It's also called if the user goes back to an earlier
  /// page, and a new scene continues from there without the task. If the model is no longer in the state, the method
  /// isn't called.
  /// - Parameters:
  ///   - method: The name of a method in ``Model/persistedMethods``.
  ///   - input: The input of the method. Its JSON can have up to 4 KiB.
  @discardableResult
  public func onInterruption<Input: Codable & Sendable>(
    call method: String, with input: Input = _NoInput(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let context = operation.context
    let stored = context.stored(method, input, 4 * 1024, fileID, filePath, line, column)
    context.core.locked {
      for task in operation.tasks { task.setReport(stored) }
    }
    return self
  }
}

extension AnyContext {
  /// Returns a call of a method in its stored form. If it can't be stored, reports an issue and returns `nil`.
  fileprivate final func stored<Input: Codable & Sendable>(
    _ method: String, _ input: Input, _ limit: Int, _ fileID: StaticString,
    _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) -> EffectResumption.StoredAction? {
    func report(_ message: String) {
      reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    guard let declared = persistedInput(of: method), declared == Input.self else {
      report(
        """
        The method “\(method)” of a \(modelType) can't be stored with an input of type \
        \(Input.self), so it isn't called if the work is interrupted.

        Declare it in the model's 'persistedMethods', with the same name and input.
        """)
      return nil
    }
    guard let payload = try? JSONEncoder().encode(input) else {
      report(
        """
        The input of the method “\(method)” can't be encoded, so the method isn't called if the work \
        is interrupted.

          \(String(customDumping: input))
        """)
      return nil
    }
    guard payload.count <= limit else {
      report(
        """
        The input of the method “\(method)” has \(payload.count) bytes, so it isn't stored, and the \
        method isn't called if the work is interrupted. The limit is \(limit) bytes.

        Keep the data in a file or a database, and use its ID as the input.
        """)
      return nil
    }
    return EffectResumption.StoredAction(
      of: method, at: core.locked { path }, payload: Array(payload))
  }
}
