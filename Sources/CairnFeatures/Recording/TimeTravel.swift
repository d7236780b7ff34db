import CustomDump
public import Foundation

/// The moments of a store, of which one can be shown instead of what is now.
///
/// ```swift
/// recorder.timeTravel.index = 0    // the beginning is shown
/// recorder.timeTravel.step(by: 1)  // the moment after it
/// recorder.timeTravel.printDiff()  // what changed from one to the other
/// recorder.timeTravel.index = nil  // what is now
/// ```
/// The store goes on meanwhile. The moments that it has from then on are there when ``index`` is nil
/// again; until then ``moments`` stay as they were, so that an index means the same moment all the time.
///
/// It can be used from any thread. `@unchecked Sendable`: everything that changes is used under a lock; a
/// state is a value, and who takes one out of a moment has it for himself.
public final class TimeTravel<State>: @unchecked Sendable {
  /// A state that the store had.
  public struct Moment {
    /// The state.
    public let state: State
    /// Counts the moments, those that are not kept among them.
    package fileprivate(set) var number = 0
    /// When it came to be.
    public let date: Date
    /// The action, as it prints, that led to it; nil for a write and for the beginning.
    public var action: String? { describe?() }

    // Most are never asked for.
    private let describe: (() -> String)?

    package init(state: State, date: Date, action describe: (() -> String)?) {
      self.state = state
      self.date = date
      self.describe = describe
    }
  }

  // Everything below is used under this lock.
  private let lock = ThreadLock()
  private let limit: HistoryLimit
  private var recorded: [Moment]
  private var lastNumber = 0
  /// The moments as they were when the travel began, and the one that is shown.
  private var travel: (moments: [Moment], index: Int)?

  package init(_ limit: HistoryLimit, beginningWith moment: Moment) {
    self.limit = limit
    recorded = [moment]
  }

  /// Notes another moment.
  package func note(_ moment: Moment) {
    lock.withLock {
      var moment = moment
      lastNumber += 1
      moment.number = lastNumber
      recorded.append(moment)
      if let index = limit.excess(of: recorded.lazy.map(\.date)) { recorded.remove(at: index) }
    }
  }

  /// The moments, in their order; never none.
  public var moments: [Moment] { lock.withLock { travel?.moments ?? recorded } }

  /// How many moments there are; at least one.
  public var count: Int { lock.withLock { (travel?.moments ?? recorded).count } }

  /// The moment that is shown, counted from 0; nil for what is now. One that is not there is the nearest
  /// that is.
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

  /// Shows a moment before (negative) or after the one that is shown, or that is now.
  public func step(by count: Int) {
    lock.withLock {
      let moments = travel?.moments ?? recorded
      let from = travel?.index ?? moments.count - 1
      travel = (moments, min(max(from.saturatingAdd(count), 0), moments.count - 1))
    }
  }

  /// The moment that is shown; nil where that is now.
  public var shown: Moment? { lock.withLock { travel.map { $0.moments[$0.index] } } }

  /// How a moment differs from the one before; nil for the first, and where the two print alike.
  /// - Parameter index: The moment; without it the one that is shown, or the last. One that is not there
  ///   is the nearest that is.
  public func diff(at index: Int? = nil) -> String? {
    let (moments, current) = lock.withLock {
      (travel?.moments ?? recorded, travel?.index)
    }
    let index = min(max(index ?? current ?? moments.count - 1, 0), moments.count - 1)
    guard index > 0 else { return nil }
    return CustomDump.diff(moments[index - 1].state, moments[index].state)
  }

  /// Prints how a moment differs from the one before.
  /// - Parameter index: The moment; without it the one that is shown, or the last.
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
