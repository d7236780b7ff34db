import CairnTexts
import Foundation

extension Renderer {
  /// Writes a chart, its legend, and the table of its data. They're one region of the page.
  mutating func write(_ data: ChartData, caption: String?) {
    // The script recognizes regions by the start of their class.
    beginPart(place)
    open("<figure", class: "field-chart")
    write(">")
    endTag()
    if let caption {
      write("<figcaption>")
      write(text: caption)
      write("</figcaption>")
    }
    if data.runs.isEmpty {
      write("<p class=\"text secondary\">")
      write(text: state.texts[.chartEmpty])
      write("</p>")
    } else {
      let locale = EnvironmentValues.current.locale
      if data.hasLegend { writeLegend(data, locale) }
      writeDrawing(data, caption, locale)
      writeTable(data, caption, locale)
    }
    write("</figure>")
    endPart()
  }

  private mutating func writeLegend(_ data: ChartData, _ locale: Locale) {
    write("<ul class=\"chart-legend\">")
    for (index, series) in data.series.enumerated() {
      write("<li><svg width=\"24\" height=\"12\" aria-hidden=\"true\">")
      for run in data.runs where run.series == index { writeSample(run) }
      write("</svg>")
      write(text: series.name(in: locale))
      write("</li>")
    }
    write("</ul>")
  }

  /// Writes a small example of a series for the legend.
  private mutating func writeSample(_ run: ChartData.Run) {
    switch run.kind {
    case .area:
      writeShape("<path class=\"chart-area", run, "\" d=\"M0 2H24V12H0z\"/>")
      writeShape("<path class=\"chart-line", run, "\" d=\"M0 2H24\"/>")
    case .bar:
      writeShape("<path class=\"chart-bar", run, "\" d=\"M0 0H24V12H0z\"/>")
      writePattern(run.series, "<path d=\"M0 0H24V12H0z\"", "/>")
    case .line: writeShape("<path class=\"chart-line", run, "\" d=\"M0 6H24\"/>")
    case .point: writePoint(run, x: 0.5, y: 0.5)
    }
  }

  /// Writes the definitions of the patterns of bars.
  private mutating func writePatterns(_ data: ChartData) {
    let series = Set(data.runs.lazy.filter { $0.kind == .bar }.map { $0.series % 6 }).sorted()
    guard series.contains(where: { $0 > 0 }) else { return }
    write("<defs>")
    for number in series where number > 0 {
      write("<pattern id=\"c-")
      out.append(hex: place)
      write("-")
      out.append(integer: number + 1)
      write("\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"")
      switch number {
      case 1: write(" patternTransform=\"rotate(45)\"><path d=\"M0 0H2V8H0z\"/>")
      case 2: write("><circle cx=\"4\" cy=\"4\" r=\"1.5\"/>")
      case 3: write(" patternTransform=\"rotate(-45)\"><path d=\"M0 0H2V8H0z\"/>")
      case 4: write("><path d=\"M0 0H8V2H0z\"/>")
      default: write("><path d=\"M0 0H2V8H0zM0 0H8V2H0z\"/>")
      }
      write("</pattern>")
    }
    write("</defs>")
  }

  private mutating func writeDrawing(_ data: ChartData, _ caption: String?, _ locale: Locale) {
    let texts = data.values.texts(in: locale)
    write("<div class=\"chart-plot\"><svg width=\"")
    // Digits are a bit wider than half of the size of the text.
    writeTenths((texts.lazy.map(\.count).max() ?? 0) * 6 + 8)
    write("em\" height=\"240\" overflow=\"visible\" aria-hidden=\"true\">")
    for (value, text) in zip(data.values.ticks, texts) {
      write("<text x=\"100%\" dx=\"-0.6em\" dy=\"0.32em\" text-anchor=\"end\" y=\"")
      writePercent(1 - data.values.position(value))
      write("\">")
      write(text: text)
      write("</text>")
    }
    write("</svg><svg width=\"100%\" height=\"240\" overflow=\"visible\" role=\"img\"")
    write(" aria-label=\"")
    write(attribute: caption ?? (data.yLabel + ", " + data.xLabel))
    write("\">")
    writePatterns(data)
    for value in data.values.ticks {
      write("<line x2=\"100%\" y1=\"")
      writePercent(1 - data.values.position(value))
      write("\" y2=\"")
      writePercent(1 - data.values.position(value))
      write(value == 0 ? "\" class=\"chart-zero\"/>" : "\"/>")
    }
    for run in data.runs { write(run, of: data) }
    for label in data.axis.labels(in: locale, EnvironmentValues.current.timeZone) {
      writeLabel(label)
    }
    write("</svg></div>")
  }

  /// Writes a text below the axis, which doesn't extend over the edges.
  private mutating func writeLabel(_ label: ChartAxis.Label) {
    let half = Double(label.text.count) / 2 / Double(ChartAxis.room)
    write("<text y=\"100%\" dy=\"1.5em\" ")
    if label.position < half {
      write("x=\"0\"")
    } else if label.position + half > 1 {
      write("x=\"100%\" text-anchor=\"end\"")
    } else {
      write("text-anchor=\"middle\" x=\"")
      writePercent(label.position)
      write("\"")
    }
    write(">")
    write(text: label.text)
    write("</text>")
  }

  private mutating func writeTable(_ data: ChartData, _ caption: String?, _ locale: Locale) {
    openDisclosure(Place.mix(place, 45), isExpanded: nil)
    write(text: state.texts[.chartTable])
    closeDisclosureLabel(isExpanded: nil)
    write("<div class=\"disclosed\">")
    openTable(caption: nil, label: caption ?? (data.yLabel + ", " + data.xLabel))
    write("<thead role=\"rowgroup\"><tr role=\"row\"><th scope=\"col\" role=\"columnheader\">")
    write(text: data.xLabel)
    write("</th>")
    for series in data.series {
      write("<th scope=\"col\" role=\"columnheader\" class=\"trailing\">")
      write(text: series.name(in: locale))
      write("</th>")
    }
    write("</tr></thead><tbody role=\"rowgroup\">")
    for row in ChartTable(data).rows {
      write("<tr role=\"row\"><th scope=\"row\" role=\"rowheader\">")
      write(
        text: data.axis.text(row.x, in: locale, EnvironmentValues.current.timeZone))
      write("</th>")
      for (series, value) in zip(data.series, row.values) {
        write("<td role=\"cell\" class=\"trailing\"")
        write(" data-label=\"")
        write(attribute: series.name(in: locale))
        write("\">")
        if let value { write(text: ChartAxis.text(value, in: locale)) }
        write("</td>")
      }
      write("</tr>")
    }
    write("</tbody></table></div></div></details>")
  }
}

extension _PlottedValue {
  /// The name of a series in a locale.
  fileprivate func name(in locale: Locale) -> String {
    switch self {
    case .category(let name): name
    case .number(let number): ChartAxis.text(number, in: locale)
    case .date(let date):
      Date.FormatStyle(
        date: .abbreviated, time: .omitted, locale: locale,
        timeZone: EnvironmentValues.current.timeZone
      ).format(date)
    }
  }
}
