import CairnDependencies
import Foundation

/// What reducers and models ask for that is different each time: UUIDs, dates, random numbers.
///
/// `@unchecked Sendable`: everything is used under the scene's lock.
final class DrawnValues: @unchecked Sendable {
  /// Whether the calling thread has the scene's lock.
  private let isLocked: @Sendable () -> Bool
  private var values = Journal.Drawn()
  /// Those that reducers have drawn.
  private var reduced = Journal.Drawn()
  /// Whether what is drawn now belongs to what is recorded, and whether a reducer draws it. Asked under the
  /// scene's lock.
  var isWanted: () -> Bool = { false }
  var isReducing: () -> Bool = { false }

  init(_ isLocked: @escaping @Sendable () -> Bool) {
    self.isLocked = isLocked
  }

  /// What was drawn since the last time; nil where that is nothing.
  func take() -> Journal.Drawn? {
    defer { values = Journal.Drawn() }
    return values.isEmpty ? nil : values
  }

  /// What reducers have drawn since the last time.
  func takeReduced() -> Journal.Drawn? {
    defer { reduced = Journal.Drawn() }
    return reduced.isEmpty ? nil : reduced
  }

  /// The dependencies, with generators that are listened to.
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
    // What effects draw comes with what they send.
    guard isLocked(), isWanted() else { return }
    change(&values)
    if isReducing() { change(&reduced) }
  }
}

/// What was drawn, to be drawn once more.
///
/// `@unchecked Sendable`: everything is used under the scene's lock.
final class RedrawnValues: @unchecked Sendable {
  /// What is drawn next. Beyond it there is something else each time.
  var values = Journal.Drawn()
  /// Whether it is drawn now.
  var isOpen = false

  /// Does what a control does.
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

/// A generator of numbers that come from elsewhere.
private struct DrawnNumbers: RandomNumberGenerator, Sendable {
  let draw: @Sendable () -> UInt64

  mutating func next() -> UInt64 { draw() }
}
