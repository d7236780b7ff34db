import CustomDump
public import Foundation

/// The recorded moments of a store. You can show any of them instead of the current state.
///
/// ```swift
/// recorder.timeTravel.index = 0    // Shows the first moment.
/// recorder.timeTravel.step(by: 1)  // Shows the moment after it.
/// recorder.timeTravel.printDiff()  // Prints what has changed.
/// recorder.timeTravel.index = nil  // Shows the current state.
/// ```
/// The store continues to run and to record. While a moment is shown, ``moments`` doesn't change, so an index
/// always refers to the same moment. New moments appear when ``index`` is `nil` again.
///
/// You can use it from any thread. `@unchecked Sendable`: All mutable properties are used under a lock. A state
/// is a value, so each caller gets a copy of its own.
public final class TimeTravel<State>: @unchecked Sendable {
  /// A state that the store had.
  public struct Moment {
    /// The state.
    public let state: State
    /// The number of the moment, which also counts moments that weren't kept.
    package fileprivate(set) var number = 0
    /// The time at which the state was recorded.
    public let date: Date
    /// A description of the action that led to the state. It's `nil` for a write and for the first moment.
    public var action: String? { describe?() }

    // Evaluated lazily, because most descriptions are never used.
    private let describe: (() -> String)?

    package init(state: State, date: Date, action describe: (() -> String)?) {
      self.state = state
      self.date = date
      self.describe = describe
    }
  }

  // All mutable properties below are used under this lock.
  private let lock = ThreadLock()
  private let limit: HistoryLimit
  private var recorded: [Moment]
  private var lastNumber = 0
  /// The moments when time travel began, and the index of the one that is shown.
  private var travel: (moments: [Moment], index: Int)?

  package init(_ limit: HistoryLimit, beginningWith moment: Moment) {
    self.limit = limit
    recorded = [moment]
  }

  /// Records a moment.
  package func note(_ moment: Moment) {
    lock.withLock {
      var moment = moment
      lastNumber += 1
      moment.number = lastNumber
      recorded.append(moment)
      if let index = limit.excess(of: recorded.lazy.map(\.date)) { recorded.remove(at: index) }
    }
  }

  /// The moments, in order. There's always at least one.
  public var moments: [Moment] { lock.withLock { travel?.moments ?? recorded } }

  /// The number of moments, at least 1.
  public var count: Int { lock.withLock { (travel?.moments ?? recorded).count } }

  /// The index of the moment that is shown, or `nil` for the current state. An index out of range is clamped.
  public var index: Int? {
    get { lock.withLock { travel?.index } }
    set {
      lock.withLock {
        travel = newValue.map { index in
          let moments = travel?.moments ?? recorded
          return (moments, min(max(index, 0), moments.count - 1))
        }
      }
    }
  }

  /// Shows an earlier or a later moment.
  /// - Parameter count: The number of moments to move. It's negative for earlier moments. The result is
  ///   clamped.
  public func step(by count: Int) {
    lock.withLock {
      let moments = travel?.moments ?? recorded
      let from = travel?.index ?? moments.count - 1
      travel = (moments, min(max(from.saturatingAdd(count), 0), moments.count - 1))
    }
  }

  /// The moment that is shown, or `nil` for the current state.
  public var shown: Moment? { lock.withLock { travel.map { $0.moments[$0.index] } } }

  /// Returns how a moment differs from the previous one.
  ///
  /// The result is `nil` for the first moment, and if both states print the same text.
  /// - Parameter index: The index of the moment. If `nil`, the moment that is shown is used, or else the last
  ///   one. An index out of range is clamped.
  public func diff(at index: Int? = nil) -> String? {
    let (moments, current) = lock.withLock {
      (travel?.moments ?? recorded, travel?.index)
    }
    let index = min(max(index ?? current ?? moments.count - 1, 0), moments.count - 1)
    guard index > 0 else { return nil }
    return CustomDump.diff(moments[index - 1].state, moments[index].state)
  }

  /// Prints how a moment differs from the previous one.
  /// - Parameter index: The index of the moment. If `nil`, the moment that is shown is used, or else the last
  ///   one.
  public func printDiff(at index: Int? = nil) {
    if let diff = diff(at: index) { print(diff) }
  }
}

extension Int {
  fileprivate func saturatingAdd(_ other: Int) -> Int {
    let (sum, hasOverflown) = addingReportingOverflow(other)
    return hasOverflown ? (other > 0 ? .max : .min) : sum
  }
}
