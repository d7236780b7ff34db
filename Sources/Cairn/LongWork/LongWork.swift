import CairnCases
import CairnFeatures
public import CairnReducers

/// A feature with work that takes long, such as an import, an export, or a conversion.
///
/// The page shows the progress, the user can cancel the work, and the result stays in the state. If a restart interrupts
/// the work, it begins again with the same input and the same `idempotencyKey`. See
/// ``/CairnReducers/Effect/run(resume:priority:name:operation:catch:fileID:filePath:line:column:)``.
///
/// Add the feature to another one with a `Scope`:
///
/// ```swift
/// Scope(state: \.export, action: \.export) {
///   LongWork { (year: Int, report) in
///     await report("Collecting the orders", fraction: 0.2)
///     return try await exporter.export(year)
///   }
/// }
/// ```
///
/// Begin the work with ``Action/start(_:)``, and show it with a ``LongWorkView``. The input is stored while the work
/// runs, and can have up to 256 KiB of JSON.
///
/// For a file, let the work write it and return its name. Show a link to an endpoint that's declared with
/// `withSession()`, checks that the file belongs to the visitor, and responds with the file.
@Reducer
public struct LongWork<Input: Codable & Sendable, Output: Codable & Equatable & Sendable>: Sendable
{
  /// The state of the work and its result.
  @ObservableState
  public struct State: Codable, Equatable, Sendable {
    /// The state of the work.
    public var status = LongWorkStatus<Output>.ready
    /// Whether the work is running in this process.
    var running = WorkInFlight()

    /// Creates the state of work that hasn't begun.
    public init() {}
  }

  /// The actions of the work.
  public enum Action: Sendable {
    /// Cancels the work.
    case cancelButtonTapped
    /// The work has thrown an error.
    case failed(String)
    /// The work has returned a result.
    case finished(Output)
    /// The work was interrupted and doesn't begin again.
    case interrupted
    /// The work has reported its progress.
    case progressed(LongWorkProgress)
    /// Begins the work. It's ignored while the work is running.
    case start(Input)
  }

  private enum CancelID { case work }

  private let work: @Sendable (Input, LongWorkReporter) async throws -> Output

  /// Creates the feature.
  /// - Parameter work: The work. It can report its progress, and should end early if its task is canceled. The
  ///   description of an error that it throws is shown to the user.
  public init(
    _ work: @escaping @Sendable (_ input: Input, _ report: LongWorkReporter) async throws -> Output
  ) {
    self.work = work
  }

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        // Work that a restart has ended without beginning it again isn't running, but its status may still be shown.
        guard state.status.isRunning else { return .none }
        state.running.isRunning = false
        state.status = .canceled
        return .cancel(id: CancelID.work)
      case .failed(let message):
        state.running.isRunning = false
        state.status = .failed(message)
        return .none
      case .finished(let output):
        state.running.isRunning = false
        state.status = .finished(output)
        return .none
      case .interrupted:
        state.running.isRunning = false
        state.status = .interrupted
        return .none
      case .progressed(let progress):
        state.status = .running(progress)
        return .none
      case .start(let input):
        guard !state.running.isRunning else { return .none }
        state.running.isRunning = true
        // Work that begins again keeps its progress until it reports it again.
        if !state.status.isRunning { state.status = .running(LongWorkProgress()) }
        return .run(resume: action) { [work] send in
          let output = try await work(
            input, LongWorkReporter { await send(.progressed($0)) })
          await send(.finished(output))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .cancellable(id: CancelID.work)
        .onInterruption(send: .interrupted)
      }
    }
    .persistedAction(\.interrupted)
    .persistedAction(\.start)
  }
}

/// The state of a ``LongWork``.
public enum LongWorkStatus<Output> {
  /// The work hasn't begun.
  case ready
  /// The work is running.
  case running(LongWorkProgress)
  /// The work has returned a result.
  case finished(Output)
  /// The work has thrown an error with this description.
  case failed(String)
  /// The user has canceled the work.
  case canceled
  /// The work was interrupted and doesn't begin again. For example, the user went back to an earlier page.
  case interrupted

  /// Whether the work is running.
  public var isRunning: Bool { if case .running = self { true } else { false } }
}

extension LongWorkStatus: Sendable where Output: Sendable {}
extension LongWorkStatus: Equatable where Output: Equatable {}
extension LongWorkStatus: Encodable where Output: Encodable {}
extension LongWorkStatus: Decodable where Output: Decodable {}
