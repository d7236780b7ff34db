public import Foundation

extension DependencyValues {
  /// The calendar for calculating with dates. The live value is the system's calendar. A test must set it.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  private enum CalendarKey: DependencyKey {
    static var liveValue: Calendar { .autoupdatingCurrent }
  }
}
