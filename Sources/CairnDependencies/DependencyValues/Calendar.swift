public import Foundation

extension DependencyValues {
  /// The calendar to reckon dates with: the system's when live. In a test it has
  /// to be set.
  public var calendar: Calendar {
    get { self[CalendarKey.self] }
    set { self[CalendarKey.self] = newValue }
  }

  private enum CalendarKey: DependencyKey {
    static var liveValue: Calendar { .autoupdatingCurrent }
  }
}
