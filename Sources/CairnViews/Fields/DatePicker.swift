import CairnDependencies
import CairnTexts
public import Foundation

/// A control to choose a date, a time, or both.
///
/// ```swift
/// DatePicker("Start", selection: $event.start, in: Date.now...)
///
/// DatePicker("Birthday", selection: $person.birthday, displayedComponents: .date)
/// ```
///
/// Dates and times are in the environment's time zone, which is the one of the user's browser if it's known. See
/// ``EnvironmentValues/timeZone``. To use the time zone of a place, set it with ``View/environment(_:_:)``.
///
/// The browser shows a calendar or a clock. A browser without one shows a text field, for texts such as
/// `2026-05-03`, `09:30`, and `2026-05-03T09:30`. Invalid text stays in the field with a message, and isn't written to
/// the binding. So does a date outside the range.
///
/// - The calendar is the Gregorian calendar, and years are between 1 and 9999.
/// - Parts of the date that the picker doesn't show keep their values. If the binding is `nil`, the time is the start
///   of the day, or the day is today.
/// - If clocks are set forward, a time that they leave out is rejected with a message. If the picker shows only the
///   date, the next existing time of that day is used.
/// - If clocks are set back, a repeated time is the earlier one, unless only the later one is in the range.
/// - If the user chooses a time, its seconds are 0.
public struct DatePicker: _PrimitiveView {
  /// The parts of a date that a picker shows.
  public typealias Components = DatePickerComponents

  let title: String
  let selection: Binding<Date?>
  let allowsNone: Bool
  let earliest: Date?
  let latest: Date?
  let components: Components

  private init(
    title: String, _ selection: Binding<Date?>, allowsNone: Bool, _ range: (any _DateRange)?,
    _ components: Components
  ) {
    self.title = title
    self.selection = selection
    self.allowsNone = allowsNone
    earliest = range?._earliest
    latest = range?._latest
    self.components = components
  }

  private init(
    title: String, _ selection: Binding<Date>, _ range: (any _DateRange)?, _ components: Components
  ) {
    let optional = Binding<Date?>(
      get: { selection.wrappedValue }, set: { if let date = $0 { selection.wrappedValue = date } })
    self.init(title: title, optional, allowsNone: false, range, components)
  }

  /// Creates a picker for a date.
  public init(
    _ title: LocalizedStringKey, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: title.string, selection, nil, displayedComponents)
  }

  /// Creates a picker for a date.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: String(title), selection, nil, displayedComponents)
  }

  /// Creates a picker for a date in a range, such as `start...end`, `start...`, or `...end`.
  public init(
    _ title: LocalizedStringKey, selection: Binding<Date>, in range: some _DateRange,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: title.string, selection, range, displayedComponents)
  }

  /// Creates a picker for a date in a range, such as `start...end`, `start...`, or `...end`.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, selection: Binding<Date>, in range: some _DateRange,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: String(title), selection, range, displayedComponents)
  }

  /// Creates a picker for an optional date. An empty field is `nil`.
  public init(
    _ title: LocalizedStringKey, selection: Binding<Date?>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: title.string, selection, allowsNone: true, nil, displayedComponents)
  }

  /// Creates a picker for an optional date. An empty field is `nil`.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, selection: Binding<Date?>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: String(title), selection, allowsNone: true, nil, displayedComponents)
  }

  /// Creates a picker for an optional date in a range, such as `start...end`, `start...`, or `...end`. An empty field
  /// is `nil`.
  public init(
    _ title: LocalizedStringKey, selection: Binding<Date?>, in range: some _DateRange,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: title.string, selection, allowsNone: true, range, displayedComponents)
  }

  /// Creates a picker for an optional date in a range, such as `start...end`, `start...`, or `...end`. An empty field
  /// is `nil`.
  @_disfavoredOverload
  public init(
    _ title: some StringProtocol, selection: Binding<Date?>, in range: some _DateRange,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(title: String(title), selection, allowsNone: true, range, displayedComponents)
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    let id = renderer.place
    renderer.noteField()
    if renderer.isWriting {
      let selected = view.selection.wrappedValue
      let rules = view.rules
      let limits = rules.limits(around: selected)
      renderer.writeNativeField(
        id, title: view.title, class: "date", type: rules.inputType,
        bound: selected.map(rules.text) ?? "", min: limits.min, max: limits.max)
    } else if renderer.wants(id) {
      renderer.keepField(
        id, isReadable: true,
        current: { view.selection.wrappedValue.map(view.rules.text) ?? "" },
        objection: { typed in
          guard case .failure(let refusal) = view.read(typed) else { return nil }
          return .system(refusal.message)
        },
        write: { typed in
          switch view.read(typed) {
          case .failure(let refusal): return .refused(.system(refusal.message))
          case .success(let date):
            guard date != view.selection.wrappedValue else { return .unchanged }
            view.selection.wrappedValue = date
            return .applied
          }
        })
    }
  }

  /// The rules for the time zone at the current position.
  private var rules: DateRules {
    let environment = EnvironmentValues.current
    return DateRules(
      components: components, earliest: earliest, latest: latest, timeZone: environment.timeZone,
      locale: environment.fieldLocale)
  }

  /// Returns the date of a submitted text, or the reason that it isn't possible.
  private func read(_ typed: String) -> Result<Date?, DateRules.Refusal> {
    let typed = typed.trimmed
    let current = selection.wrappedValue
    if typed.isEmpty {
      // A date that the field can't show isn't removed by a field that the user hasn't edited.
      if let current, rules.text(of: current).isEmpty { return .success(current) }
      return allowsNone ? .success(nil) : .failure(DateRules.Refusal(message: emptyMessage))
    }
    do throws(DateRules.Refusal) {
      return .success(
        try rules.date(typed, instead: current, now: { DependencyValues._current.date.now }))
    } catch {
      return .failure(error)
    }
  }

  private var emptyMessage: SystemText {
    switch (components.contains(.date), components.contains(.hourAndMinute)) {
    case (true, false): .enterDate
    case (false, true): .enterTime
    default: .enterDateAndTime
    }
  }
}
