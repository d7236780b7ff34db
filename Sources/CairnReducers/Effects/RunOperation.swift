import CairnDependencies
import CairnFeatures
import CustomDump
import IssueReporting

/// Asynchronous work in a task of its own.
final class RunOperation<Action>: EffectOperation<Action> {
  private let priority: TaskPriority?
  private let name: String?
  private let operation: @Sendable (Send<Action>) async throws -> Void
  private let handler: (@Sendable (any Error, Send<Action>) async -> Void)?
  private let location: _IssueLocation
  /// The dependencies of the reducer that created the work, or `nil` to use the dependencies of the context it starts
  /// in.
  private let dependencies: DependencyValues?

  init(
    priority: TaskPriority?, name: String? = nil,
    operation: @escaping @Sendable (Send<Action>) async throws -> Void,
    handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
    location: _IssueLocation, dependencies: DependencyValues? = .ofReducer
  ) {
    self.dependencies = dependencies
    self.priority = priority
    self.name = name
    self.operation = operation
    self.handler = handler
    self.location = location
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    guard !context.isCancelled else { return onEnd(.regular) }
    begin(in: context, onEnd: onEnd)
  }

  /// Begins the work.
  ///
  /// - Returns: The running effect, which represents the work while it runs.
  @discardableResult
  func begin(
    in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void
  ) -> RunningEffect {
    let host = context.host
    var dependencies = dependencies ?? context.dependencies
    let resumption = context.resumption(in: dependencies)
    if let resumption { dependencies.actionKey = resumption.key }
    let running = RunningEffect(
      path: context.path, scopes: context.scopes, cascade: context.cascade,
      lineage: context.lineage, interruption: context.interruption, resumption: resumption)
    // An effect without a task never ends, so effects that follow it don't begin either.
    guard host.beginsTasks else { return running }
    host.begin(running, onEnd: onEnd)

    let send = Send<Action>(
      isolation: host.isolation, running: running, location: location, deliver: context.deliver)
    dependencies.keepRequest()
    if context.isPresented { dependencies.isPresented = true }
    if let dismiss = context.dismiss {
      dependencies.dismiss = DismissEffect.presented(
        dismiss, isolation: host.isolation, running: running)
      if context.setsIsPresented { dependencies.isPresented = true }
    }

    let operation = operation
    let handler = handler
    let site = EffectSite(host, context.path)
    let location = location
    let isolation = host.isolation
    let activity = host.settling?.activity(
      at: EffectPlace(fileID: location.fileID, line: location.line))
    running.begin(activity) {
      Task(
        name: name, executorPreference: isolation.effectExecutor,
        priority: priority ?? isolation.effectPriority
      ) { [dependencies, weak host] in
        await EffectActivity.run(activity) {
          await EffectSite.run(at: site, with: dependencies) {
            await Self.run(operation, catch: handler, with: send, at: location)
          }
        }
        await isolation.perform { [weak host] in
          if let host { host.end(running) } else { running.endWithoutStore(in: isolation) }
        }
      }
    }
    return running
  }

  /// Runs the work, and its error handler if it throws an error.
  private static func run(
    _ operation: @Sendable (Send<Action>) async throws -> Void,
    catch handler: (@Sendable (any Error, Send<Action>) async -> Void)?,
    with send: Send<Action>, at location: _IssueLocation
  ) async {
    do {
      try await operation(send)
    } catch is CancellationError {
    } catch {
      guard !Task.isCancelled else { return }
      guard let handler else {
        location.report(
          """
          An effect threw an unhandled error:

            \(Issue.dumped(error))

          Handle it in the effect with 'do' and 'catch', or pass a 'catch' closure to 'run'.
          """)
        return
      }
      await handler(error, send)
    }
  }
}
