import CairnDependencies
import Foundation

/// A recorder of values that differ each time: UUIDs, dates, and random numbers.
///
/// The type is `@unchecked Sendable` because everything is used under the scene's lock.
final class DrawnValues: @unchecked Sendable {
  /// Whether the calling thread holds the scene's lock.
  private let isLocked: @Sendable () -> Bool
  private var values = Journal.Drawn()
  /// The values that reducers have requested.
  private var reduced = Journal.Drawn()
  /// Whether values belong to the recording at the moment. Called under the scene's lock.
  var isWanted: () -> Bool = { false }
  /// Whether a reducer is running. Called under the scene's lock.
  var isReducing: () -> Bool = { false }

  init(_ isLocked: @escaping @Sendable () -> Bool) {
    self.isLocked = isLocked
  }

  /// Returns the values since the last call, or `nil` if there are no values.
  func take() -> Journal.Drawn? {
    defer { values = Journal.Drawn() }
    return values.isEmpty ? nil : values
  }

  /// Returns the reducers' values since the last call, or `nil` if there are no values.
  func takeReduced() -> Journal.Drawn? {
    defer { reduced = Journal.Drawn() }
    return reduced.isEmpty ? nil : reduced
  }

  /// Returns the dependencies with generators that record their values.
  func listening(to dependencies: DependencyValues) -> DependencyValues {
    var listening = dependencies
    let (uuid, date, random) = (
      dependencies.uuid, dependencies.date, dependencies.withRandomNumberGenerator
    )
    listening.uuid = UUIDGenerator { [self] in
      let value = uuid()
      note { $0.uuids = ($0.uuids ?? []) + [value] }
      return value
    }
    listening.date = DateGenerator { [self] in
      let value = date()
      note { $0.dates = ($0.dates ?? []) + [value] }
      return value
    }
    listening.withRandomNumberGenerator = WithRandomNumberGenerator(
      DrawnNumbers { [self] in
        let value = random { $0.next() }
        note { $0.numbers = ($0.numbers ?? []) + [value] }
        return value
      })
    return listening
  }

  private func note(_ change: (inout Journal.Drawn) -> Void) {
    // Values of effects aren't recorded, because the actions that effects send contain them.
    guard isLocked(), isWanted() else { return }
    change(&values)
    if isReducing() { change(&reduced) }
  }
}

/// A source of recorded values for a replay.
///
/// The type is `@unchecked Sendable` because everything is used under the scene's lock.
final class RedrawnValues: @unchecked Sendable {
  /// The values to return next. When they're used up, the original generators continue.
  var values = Journal.Drawn()
  /// Whether generators return the recorded values at the moment.
  var isOpen = false

  /// Runs the handler of a control, with the recorded values.
  func handling<Result>(_ body: () -> Result) -> Result {
    isOpen = true
    defer { isOpen = false }
    return body()
  }

  func redrawing(_ dependencies: DependencyValues) -> DependencyValues {
    var redrawing = dependencies
    let (uuid, date, random) = (
      dependencies.uuid, dependencies.date, dependencies.withRandomNumberGenerator
    )
    redrawing.uuid = UUIDGenerator { [self] in take(\.uuids) ?? uuid() }
    redrawing.date = DateGenerator { [self] in take(\.dates) ?? date() }
    redrawing.withRandomNumberGenerator = WithRandomNumberGenerator(
      DrawnNumbers { [self] in take(\.numbers) ?? random { $0.next() } })
    return redrawing
  }

  private func take<Value>(_ list: WritableKeyPath<Journal.Drawn, [Value]?>) -> Value? {
    guard isOpen, values[keyPath: list]?.isEmpty == false else { return nil }
    return values[keyPath: list]?.removeFirst()
  }
}

/// A random number generator that gets its numbers from a closure.
private struct DrawnNumbers: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  mutating func next() -> UInt64 { draw() }
}
