public import Cairn
import CairnFeatures
import CairnRecorder
public import CairnServer
public import Foundation
import IssueReporting
import Synchronization

/// Sends the forms of a recorder's journal to an application, and fails if the resulting states differ from the
/// recorded ones.
///
/// Effects and tasks don't start. Their results come from the journal.
///
/// - Parameters:
///   - journal: The contents of a file that the recorder has saved.
///   - application: The application to test.
///   - prepareDependencies: Sets dependencies of the application. Other dependencies have their live values.
/// - Throws: An error that explains in one line why the journal can't be replayed.
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
    "The replay doesn't match the journal: …\n\n\(differences)",
    fileID: fileID, filePath: filePath, line: line, column: column)
}

/// Decodes a value that a recorder's journal contains as JSON.
///
/// The tests that the recorder writes use this function.
///
/// ```swift
/// let state: Counter.State = try recorded(#"{"count":3}"#)
/// let store = TestStore(initialState: state) {
///   Counter().withoutEffects()
/// }
/// ```
/// - Throws: A `DecodingError` if the value's type has changed since the recording.
public func recorded<Value: Decodable>(_ json: String) throws -> Value {
  try recordedValue(json)
}

extension Reducer {
  /// Returns the reducer without its effects.
  ///
  /// In a recorded test, the test itself sends the actions that the effects sent.
  ///
  /// A recording doesn't contain the parts of a state that its `encode(to:)` leaves out. The reducer keeps these parts
  /// between actions, but the resulting states have the values that decoding gives them.
  public func withoutEffects() -> some Reducer<State, Action> {
    ReducerWithoutEffects(base: self)
  }
}

private struct ReducerWithoutEffects<Base: Reducer>: Reducer {
  let base: Base
  let unrecorded = UnrecordedParts<Base.State>()

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    unrecorded.restore(in: &state)
    _ = base.reduce(into: &state, action: action)
    unrecorded.remove(from: &state)
    return .none
  }

  func _visit(_ state: Base.State, with visitor: inout IdentityVisitor) {
    base._visit(state, with: &visitor)
  }
}

/// The parts of a state that aren't encoded, and therefore aren't recorded.
private final class UnrecordedParts<State> {
  /// The latest state of the reducer, and the state that a recording contains.
  private var latest: (whole: State, recorded: State)?

  /// Restores the parts, unless the state was changed elsewhere.
  func restore(in state: inout State) {
    if let latest, Self.areEqual(latest.recorded, state) { state = latest.whole }
  }

  /// Removes the parts. If everything is encoded, the state doesn't change.
  func remove(from state: inout State) {
    latest = nil
    guard let recorded = Self.recorded(state), !Self.areEqual(recorded, state) else { return }
    latest = (state, recorded)
    state = recorded
  }

  /// Returns the state that results from encoding and decoding a state, or `nil` if that isn't possible.
  private static func recorded(_ state: State) -> State? {
    func decoded<Value: Codable>(_ value: Value) -> State? {
      let encoder = JSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      guard let json = try? encoder.encode(value),
        let result: Value = try? recordedValue(String(decoding: json, as: UTF8.self))
      else { return nil }
      return result as? State
    }
    return (state as? any Codable).flatMap { decoded($0) }
  }

  private static func areEqual(_ one: State, _ other: State) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == other as? Value }
    return (one as? any Equatable).map { isEqual($0) } ?? true
  }
}

extension UUIDGenerator {
  /// Returns a generator that repeats recorded UUIDs.
  public static func recorded(_ uuids: [String]) -> UUIDGenerator {
    let values = RecordedSequence(uuids.compactMap { UUID(uuidString: $0) }, "UUID")
    return UUIDGenerator { values.next() ?? UUID() }
  }
}

extension DateGenerator {
  /// Returns a generator that repeats recorded dates, given in seconds since January 1, 2001.
  public static func recorded(_ dates: [TimeInterval]) -> DateGenerator {
    let values = RecordedSequence(dates.map { Date(timeIntervalSinceReferenceDate: $0) }, "date")
    return DateGenerator { values.next() ?? Date() }
  }
}

extension WithRandomNumberGenerator {
  /// Returns a generator that repeats recorded random numbers.
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

/// A sequence of values that returns each value once.
private final class RecordedSequence<Value: Sendable>: Sendable {
  private let values: Mutex<ArraySlice<Value>>
  private let name: String

  init(_ values: [Value], _ name: String) {
    self.values = Mutex(values[...])
    self.name = name
  }

  /// Returns the next value, or reports an issue and returns `nil` if all values have been used.
  func next() -> Value? {
    let next = values.withLock { $0.popFirst() }
    if next == nil { reportIssue("The application requested more \(name)s than were recorded.") }
    return next
  }
}
