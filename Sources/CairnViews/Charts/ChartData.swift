import Foundation

/// The values of a chart by series, and their axes.
struct ChartData {
  /// The maximum number of points of a series with the same kind of mark.
  static let limit = 2000

  /// The points of a series with the same kind of mark, sorted by their horizontal values.
  struct Run {
    let kind: _ChartMark.Kind
    /// The index of the series.
    let series: Int
    var points: [Point] = []
  }

  struct Point {
    /// The index of a category, a number, or seconds since 1970.
    let x: Double
    /// The value, before it's stacked.
    let value: Double
    /// The lower edge of a bar or an area.
    var base = 0.0
    /// The upper edge of a bar or an area, or the position of a point.
    var y: Double
  }

  /// The names of the series, in the order in which they first appear.
  private(set) var series: [_PlottedValue] = []
  /// The points in the order in which they're drawn.
  private(set) var runs: [Run] = []
  private(set) var axis = ChartAxis.categories([])
  private(set) var values = ChartScale(0, 1)
  /// The width of a bar, in parts of the axis.
  private(set) var barWidth = 0.0
  private(set) var xLabel = ""
  private(set) var yLabel = ""
  /// The number of marks that can't be shown.
  private(set) var omitted = 0

  init(_ marks: [_ChartMark]) {
    collect(marks)
    guard !runs.isEmpty else { return }
    runs.sort { ($0.kind.rawValue, $0.series) < ($1.kind.rawValue, $1.series) }
    for index in runs.indices { runs[index].sort() }
    stack()
    scale()
    for index in runs.indices { runs[index].thin(axis) }
  }

  /// Whether the marks have several series, which need a legend.
  var hasLegend: Bool { series.count > 1 }

  /// Sorts the marks into series, without those that can't be shown.
  private mutating func collect(_ marks: [_ChartMark]) {
    var categories: [String: Int] = [:]
    var names: [String] = []
    var indices: [_PlottedValue: Int] = [:]
    var places: [[Int]: Int] = [:]
    var first: _PlottedValue?
    for mark in marks {
      let x: Double
      switch (mark.x, first ?? mark.x) {
      case (.category(let name), .category):
        x = Double(categories[name] ?? names.count)
      case (.number(let number), .number) where number.magnitude <= ChartScale.limit:
        x = number
      case (.date(let date), .date) where ChartDates.limits.contains(date.timeIntervalSince1970):
        x = date.timeIntervalSince1970
      default:
        omitted += 1
        continue
      }
      guard mark.y.magnitude <= ChartScale.limit else {
        omitted += 1
        continue
      }
      if first == nil {
        first = mark.x
        (xLabel, yLabel) = (mark.xLabel, mark.yLabel)
      }
      if case .category(let name) = mark.x, categories[name] == nil {
        categories[name] = names.count
        names.append(name)
      }
      let name = mark.series ?? .category(mark.yLabel)
      let number = indices[name] ?? series.count
      if number == series.count {
        indices[name] = number
        series.append(name)
      }
      let key = [mark.kind.rawValue, number]
      let place = places[key] ?? runs.count
      if place == runs.count {
        places[key] = place
        runs.append(Run(kind: mark.kind, series: number))
      }
      runs[place].points.append(Point(x: x, value: mark.y, y: mark.y))
    }
    switch first {
    case .number: axis = .numbers(ChartScale(0, 1))
    case .date: axis = .dates(ChartScale(0, 1))
    default: axis = .categories(names)
    }
  }

  /// Stacks bars and areas with the same horizontal value, separately for positive and negative values.
  private mutating func stack() {
    for kind in [_ChartMark.Kind.area, .bar] {
      var positive: [Double: Double] = [:]
      var negative: [Double: Double] = [:]
      for run in runs.indices where runs[run].kind == kind {
        for index in runs[run].points.indices {
          let point = runs[run].points[index]
          let base = (point.value < 0 ? negative[point.x] : positive[point.x]) ?? 0
          runs[run].points[index].base = base
          runs[run].points[index].y = base + point.value
          if point.value < 0 {
            negative[point.x] = base + point.value
          } else {
            positive[point.x] = base + point.value
          }
        }
      }
    }
  }

  /// Sets the ranges of the axes, and the width of the bars.
  private mutating func scale() {
    var low = Double.infinity
    var high = -Double.infinity
    var (left, right) = (low, high)
    for run in runs {
      let hasBase = run.kind == .bar || run.kind == .area
      for point in run.points {
        low = min(low, point.y, hasBase ? point.base : point.y)
        high = max(high, point.y, hasBase ? point.base : point.y)
        (left, right) = (min(left, point.x), max(right, point.x))
      }
    }
    // Bars and areas that are all zero have a range above it.
    values = low == 0 && high == 0 ? ChartScale(0, 1) : ChartScale(low, high)
    values.round()
    let gap = smallestGap
    switch axis {
    case .categories(let names): barWidth = 0.7 / Double(max(names.count, 1))
    case .numbers:
      var scale = ChartScale(left, right)
      if let gap { scale.pad(gap / 2) }
      axis = .numbers(scale)
      barWidth = (gap ?? scale.high - scale.low) * 0.7 / (scale.high - scale.low)
    case .dates:
      // A single date is in the middle of a day.
      var scale = ChartScale(left, right, padding: 43_200)
      if let gap { scale.pad(gap / 2) }
      axis = .dates(scale)
      barWidth = (gap ?? scale.high - scale.low) * 0.7 / (scale.high - scale.low)
    }
  }

  /// The smallest difference between the horizontal values of two bars, or `nil` if there are fewer than two.
  private var smallestGap: Double? {
    let xs = Set(runs.lazy.filter { $0.kind == .bar }.flatMap(\.points).map(\.x)).sorted()
    return zip(xs, xs.dropFirst()).lazy.map { $1 - $0 }.min()
  }
}

extension ChartData.Run {
  /// Sorts the points by their horizontal values. Points with the same value keep their order.
  fileprivate mutating func sort() {
    let sorted = points.enumerated().sorted { one, other in
      (one.element.x, one.offset) < (other.element.x, other.offset)
    }
    points = sorted.map(\.element)
  }

  /// Keeps only the lowest and the highest point of each column, if there are too many points.
  fileprivate mutating func thin(_ axis: ChartAxis) {
    guard points.count > ChartData.limit else { return }
    let columns = Double(ChartData.limit / 2)
    var kept: [ChartData.Point] = []
    var start = 0
    func column(_ index: Int) -> Double {
      min(floor(axis.position(points[index].x) * columns), columns - 1)
    }
    while start < points.count {
      let current = column(start)
      var (end, low, high) = (start, start, start)
      while end < points.count, column(end) == current {
        if points[end].y < points[low].y { low = end }
        if points[end].y > points[high].y { high = end }
        end += 1
      }
      kept.append(points[min(low, high)])
      if low != high { kept.append(points[max(low, high)]) }
      start = end
    }
    points = kept
  }
}
