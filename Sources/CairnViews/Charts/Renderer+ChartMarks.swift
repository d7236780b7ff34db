extension Renderer {
  /// Writes an element with the class of a series.
  mutating func writeShape(
    _ start: StaticString, _ run: ChartData.Run, _ end: StaticString
  ) {
    write(start)
    write(" series-")
    out.append(integer: run.series % 6 + 1)
    write(end)
  }

  /// Writes an element with the pattern of a series, unless it's the first one, which has none.
  mutating func writePattern(_ series: Int, _ start: StaticString, _ end: StaticString) {
    guard series % 6 > 0 else { return }
    write(start)
    write(" fill=\"url(#c-")
    out.append(hex: place)
    write("-")
    out.append(integer: series % 6 + 1)
    write(")\"")
    write(end)
  }

  mutating func write(_ run: ChartData.Run, of data: ChartData) {
    switch run.kind {
    case .bar: writeBars(run, data)
    case .area:
      writeCurve("<path class=\"chart-area", run, data, isFilled: true)
      writeCurve("<path class=\"chart-line", run, data, isFilled: false)
    case .line:
      writeCurve("<path class=\"chart-line", run, data, isFilled: false)
      // A line with a single point would be invisible.
      if run.points.count == 1 { writePoints(run, data) }
    case .point: writePoints(run, data)
    }
  }

  private mutating func writeBars(_ run: ChartData.Run, _ data: ChartData) {
    let width = max(data.barWidth, 0.0005)
    for point in run.points {
      let (top, bottom) = (max(point.base, point.y), min(point.base, point.y))
      let box = (
        x: data.axis.position(point.x) - width / 2, y: 1 - data.values.position(top),
        height: data.values.position(top) - data.values.position(bottom)
      )
      writeShape("<rect class=\"chart-bar", run, "\"")
      writeBox(box.x, box.y, width, box.height)
      guard run.series % 6 > 0 else { continue }
      writePattern(run.series, "<rect", "")
      writeBox(box.x, box.y, width, box.height)
    }
  }

  private mutating func writeBox(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    write(" x=\"")
    writePercent(x)
    write("\" y=\"")
    writePercent(y)
    write("\" width=\"")
    writePercent(width)
    write("\" height=\"")
    writePercent(height)
    write("\"/>")
  }

  /// Writes a line or an area, in a coordinate system that's stretched to the size of the chart.
  private mutating func writeCurve(
    _ start: StaticString, _ run: ChartData.Run, _ data: ChartData, isFilled: Bool
  ) {
    write("<svg width=\"100%\" height=\"100%\" viewBox=\"0 0 10000 10000\" ")
    write("preserveAspectRatio=\"none\" overflow=\"visible\">")
    writeShape(start, run, "\" vector-effect=\"non-scaling-stroke\" d=\"")
    for (index, point) in run.points.enumerated() {
      write(index == 0 ? "M" : "L")
      writeCoordinates(point.x, point.y, data)
    }
    if isFilled {
      for point in run.points.reversed() {
        write("L")
        writeCoordinates(point.x, point.base, data)
      }
      write("z")
    }
    write("\"/></svg>")
  }

  private mutating func writeCoordinates(_ x: Double, _ y: Double, _ data: ChartData) {
    out.append(integer: Self.parts(data.axis.position(x)))
    write(" ")
    out.append(integer: Self.parts(1 - data.values.position(y)))
  }

  private mutating func writePoints(_ run: ChartData.Run, _ data: ChartData) {
    for point in run.points {
      writePoint(
        run, x: data.axis.position(point.x), y: 1 - data.values.position(point.y))
    }
  }

  /// Writes a circle, or the shape of another series.
  mutating func writePoint(_ run: ChartData.Run, x: Double, y: Double) {
    let shape: StaticString
    switch run.series % 6 {
    case 0:
      writeShape("<circle class=\"chart-point", run, "\" r=\"4\" cx=\"")
      writePercent(x)
      write("\" cy=\"")
      writePercent(y)
      return write("\"/>")
    case 1: shape = "\" d=\"M-4-4H4V4H-4z\"/></svg>"
    case 2: shape = "\" d=\"M0-5L5 4H-5z\"/></svg>"
    case 3: shape = "\" d=\"M0-6L6 0L0 6L-6 0z\"/></svg>"
    case 4: shape = "\" d=\"M-2-5H2V-2H5V2H2V5H-2V2H-5V-2H-2z\"/></svg>"
    default: shape = "\" d=\"M0 5L5-4H-5z\"/></svg>"
    }
    write("<svg overflow=\"visible\" x=\"")
    writePercent(x)
    write("\" y=\"")
    writePercent(y)
    write("\">")
    writeShape("<path class=\"chart-point", run, shape)
  }

  /// Returns a position in parts of 10,000.
  private static func parts(_ position: Double) -> Int {
    position.isFinite ? Int((min(max(position, -1), 2) * 10_000).rounded()) : 0
  }

  /// Writes a position as a percentage with up to two decimals.
  mutating func writePercent(_ position: Double) {
    let parts = Self.parts(position)
    if parts < 0 { write("-") }
    out.append(integer: abs(parts) / 100)
    let rest = abs(parts) % 100
    if rest > 0 {
      write(rest < 10 ? ".0" : ".")
      out.append(integer: rest.isMultiple(of: 10) ? rest / 10 : rest)
    }
    write("%")
  }

  /// Writes a number of tenths as a decimal number.
  mutating func writeTenths(_ tenths: Int) {
    out.append(integer: tenths / 10)
    write(".")
    out.append(integer: tenths % 10)
  }
}
