public import Cairn
import CairnFeatures
import CairnRecorder
public import CairnServer
public import Foundation
import IssueReporting
import Synchronization

/// Sends the forms of a recorder's journal to an application again, and fails where other states come of
/// them than were recorded.
///
/// No effect and no task is begun: what they did is taken from the journal.
/// - Parameters:
///   - journal: The journal, as the recorder has saved it.
///   - application: The application.
///   - prepareDependencies: Sets the dependencies of the application, which are live ones otherwise.
/// - Throws: An error that says in one line why the journal can not be run.
public func replay<Application: App>(
  _ journal: String, on application: Application.Type,
  withDependencies prepareDependencies: (inout DependencyValues) -> Void = { _ in },
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) throws {
  let differences = try Replay.differences(
    of: journal, on: Mount("/", Application.self), withDependencies: prepareDependencies)
  guard let differences else { return }
  reportIssue(
    "The journal comes out differently: …\n\n\(differences)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Reads a value that a recorder's journal has as JSON; tests that are written of journals are made of such
/// values.
///
/// ```swift
/// let state: Counter.State = try recorded(#"{"count":3}"#)
/// let store = TestStore(initialState: state) {
///   Counter().withoutEffects()
/// }
/// ```
/// - Throws: A `DecodingError` where the value's type is another now.
public func recorded<Value: Decodable>(_ json: String) throws -> Value {
  try recordedValue(json)
}

extension Reducer {
  /// The reducer without its effects: what they have sent is sent by the test.
  public func withoutEffects() -> some Reducer<State, Action> {
    ReducerWithoutEffects(base: self)
  }
}

private struct ReducerWithoutEffects<Base: Reducer>: Reducer {
  let base: Base

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _ = base.reduce(into: &state, action: action)
    return .none
  }

  func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
  }
}

extension UUIDGenerator {
  /// A generator of the UUIDs that were made when something was recorded.
  public static func recorded(_ uuids: [String]) -> UUIDGenerator {
    let values = RecordedSequence(uuids.compactMap { UUID(uuidString: $0) }, "UUID")
    return UUIDGenerator { values.next() ?? UUID() }
  }
}

extension DateGenerator {
  /// A teller of the dates that it was when something was recorded, in seconds since 2001.
  public static func recorded(_ dates: [TimeInterval]) -> DateGenerator {
    let values = RecordedSequence(dates.map { Date(timeIntervalSinceReferenceDate: $0) }, "date")
    return DateGenerator { values.next() ?? Date() }
  }
}

extension WithRandomNumberGenerator {
  /// A generator of the numbers that came when something was recorded.
  public static func recorded(_ numbers: [UInt64]) -> WithRandomNumberGenerator {
    let values = RecordedSequence(numbers, "random number")
    return WithRandomNumberGenerator(
      RecordedNumbers { values.next() ?? .random(in: .min ... .max) })
  }
}

private struct RecordedNumbers: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  mutating func next() -> UInt64 { draw() }
}

/// Values, each once, in their order.
private final class RecordedSequence<Value: Sendable>: Sendable {
  private let values: Mutex<ArraySlice<Value>>
  private let name: String

  init(_ values: [Value], _ name: String) {
    self.values = Mutex(values[...])
    self.name = name
  }

  /// The next value; nil, with an issue, where there was none any more.
  func next() -> Value? {
    let next = values.withLock { $0.popFirst() }
    if next == nil { reportIssue("More was asked for a \(name) than when this was recorded.") }
    return next
  }
}
