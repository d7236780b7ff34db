import Foundation

/// The horizontal axis of a chart.
enum ChartAxis {
  /// Names in the order in which they first appear.
  case categories([String])
  case numbers(ChartScale)
  /// Seconds since 1970.
  case dates(ChartScale)

  /// A text below the axis.
  struct Label: Equatable {
    /// The position, from 0 to 1.
    let position: Double
    let text: String
  }

  /// The position of a value, from 0 to 1. A category's value is its index.
  func position(_ value: Double) -> Double {
    switch self {
    case .categories(let names): (value + 0.5) / Double(names.count)
    case .numbers(let scale), .dates(let scale): scale.position(value)
    }
  }

  /// The texts below the axis, so few that they fit into a narrow window.
  func labels(in locale: Locale, _ timeZone: @autoclosure () -> TimeZone) -> [Label] {
    switch self {
    case .categories(let names):
      Self.fitting(names.indices.map { Label(position: position(Double($0)), text: names[$0]) })
    case .numbers(let scale):
      Self.fitting(
        zip(scale.ticks, scale.texts(in: locale)).map {
          Label(position: position($0), text: $1)
        })
    case .dates(let scale):
      Self.labels(ChartDates(scale, in: timeZone()), in: locale)
    }
  }

  private static func labels(_ dates: ChartDates, in locale: Locale) -> [Label] {
    fitting(
      zip(dates.ticks, dates.texts(in: locale)).map {
        Label(position: dates.scale.position($0), text: $1)
      })
  }

  /// The number of characters that fit below the axis of a chart in a narrow window.
  static let room = 44

  /// Returns every label, every second one, or fewer, and shortens those that are still too long.
  private static func fitting(_ labels: [Label]) -> [Label] {
    let longest = min(labels.lazy.map(\.text.count).max() ?? 0, 12)
    guard longest > 0 else { return labels }
    let stride = max(1, (labels.count * (longest + 2) + room - 1) / room)
    let kept = (labels.count + stride - 1) / stride
    let limit = max(longest, room / kept - 2)
    return labels.indices.lazy.filter { $0.isMultiple(of: stride) }.map { index in
      let label = labels[index]
      guard label.text.count > limit else { return label }
      return Label(position: label.position, text: label.text.prefix(limit - 1) + "…")
    }
  }

  /// The text of a value in the table of the data.
  func text(
    _ value: Double, in locale: Locale, _ timeZone: @autoclosure () -> TimeZone
  ) -> String {
    switch self {
    case .categories(let names): return names[Int(value)]
    case .numbers: return Self.text(value, in: locale)
    case .dates:
      var style = Date.FormatStyle(
        date: .abbreviated, time: .shortened, locale: locale, timeZone: timeZone())
      // Days without a time are shown without one.
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = style.timeZone
      let date = Date(timeIntervalSince1970: value)
      if calendar.startOfDay(for: date) == date {
        style = Date.FormatStyle(
          date: .abbreviated, time: .omitted, locale: locale, timeZone: style.timeZone)
      }
      return style.format(date)
    }
  }

  /// The text of a number, with up to six digits after the decimal separator.
  static func text(_ value: Double, in locale: Locale) -> String {
    let style = FloatingPointFormatStyle<Double>(locale: locale)
    return value.magnitude < 1e15
      ? style.precision(.fractionLength(0...6)).format(value == 0 ? 0 : value)
      : style.notation(.scientific).format(value)
  }
}
