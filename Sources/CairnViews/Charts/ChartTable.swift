/// The rows of the table with a chart's data.
struct ChartTable {
  struct Row {
    let x: Double
    /// A value for each series, or `nil` if the series has none.
    var values: [Double?]
  }

  private(set) var rows: [Row] = []

  init(_ data: ChartData) {
    // A series can have several kinds of marks, such as a line with points. They usually have the same values.
    var runs: [Int: ChartData.Run] = [:]
    for run in data.runs where run.points.count > runs[run.series]?.points.count ?? 0 {
      runs[run.series] = run
    }
    var next = Array(repeating: 0, count: data.series.count)
    /// Returns the next point of a series.
    func point(_ series: Int) -> ChartData.Point? {
      guard let points = runs[series]?.points, next[series] < points.count else { return nil }
      return points[next[series]]
    }
    while let x = data.series.indices.lazy.compactMap({ point($0)?.x }).min() {
      var row = Row(x: x, values: Array(repeating: nil, count: data.series.count))
      for series in data.series.indices {
        guard let point = point(series), point.x == x else { continue }
        row.values[series] = point.value
        next[series] += 1
      }
      rows.append(row)
    }
  }
}
