import CairnDependencies
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// Charts are drawings with a table of their data.
@Suite struct ChartTests {
  private struct Sale: Sendable {
    var month: String
    var amount: Double
    var shop = "Oslo"
  }

  private static let sales = [
    Sale(month: "May", amount: 30), Sale(month: "June", amount: 50.5),
    Sale(month: "May", amount: 20, shop: "Kyoto"),
  ]

  /// The markup of a view for a user in Berlin who reads English, or another language.
  private func html(_ view: some View, locale: String = "en_US") -> String {
    withDependencies {
      $0.locale = Locale(identifier: locale)
      $0.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    } operation: {
      content(view)
    }
  }

  /// The cells of the table in a page, row by row.
  private func cells(_ html: String) -> [[String]] {
    html.components(separatedBy: "<tr").dropFirst().map { row in
      row.components(separatedBy: "<t").dropFirst().compactMap { cell in
        guard cell.hasPrefix("h ") || cell.hasPrefix("d "), let start = cell.firstIndex(of: ">")
        else { return nil }
        return String(cell[cell.index(after: start)...].prefix { $0 != "<" })
      }
    }
  }

  /// The texts in the drawing, values first.
  private func labels(_ html: String) -> [String] {
    html.components(separatedBy: "<text ").dropFirst().map { text in
      String(text.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
    }
  }

  private func count(_ text: String, in html: String) -> Int {
    html.components(separatedBy: text).count - 1
  }

  // MARK: Markup

  @Test func `A chart of one bar has a caption, an image, labels, and a table`() {
    let chart = Chart(Self.sales.prefix(1), caption: "Sales & more") {
      BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
    }
    let html = html(chart)
    #expect(
      html.hasPrefix("<figure class=\"field-chart\"><figcaption>Sales &amp; more</figcaption>"))
    #expect(html.contains(" role=\"img\" aria-label=\"Sales &amp; more\">"))
    #expect(
      html.contains(
        """
        <rect class="chart-bar series-1" x="15%" y="0%" width="70%" height="100%"/>
        """))
    #expect(labels(html) == ["0", "5", "10", "15", "20", "25", "30", "May"])
    #expect(html.contains("<summary>Show data as a table</summary>"))
    #expect(html.contains("tabindex=\"0\" role=\"region\" aria-label=\"Sales &amp; more\">"))
    #expect(cells(html) == [["Month", "Amount"], ["May", "30"]])
    #expect(!html.contains("chart-legend") && !html.contains("style=") && !html.contains("pattern"))
  }

  @Test func `A chart without a caption is named after its dimensions`() {
    let chart = Chart(Self.sales) {
      BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
    }
    #expect(html(chart).contains("aria-label=\"Amount, Month\""))
  }

  @Test func `Bars of several series are stacked and have patterns and a legend`() {
    let chart = Chart(Self.sales) {
      BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
        .foregroundStyle(by: .value("Shop", $0.shop))
    }
    let html = html(chart)
    // The range is from 0 to 60, and the bar of Kyoto is above the one of Oslo.
    #expect(
      html.contains(
        "<rect class=\"chart-bar series-1\" x=\"7.5%\" y=\"50%\" width=\"35%\" height=\"50%\"/>"))
    #expect(
      html.contains(
        "<rect class=\"chart-bar series-2\" x=\"7.5%\" y=\"16.67%\" width=\"35%\" height=\"33.33%\"/>"
      ))
    #expect(count("<pattern ", in: html) == 1 && count("fill=\"url(#c-", in: html) == 2)
    #expect(count("<li>", in: html) == 2)
    #expect(
      cells(html) == [["Month", "Oslo", "Kyoto"], ["May", "30", "20"], ["June", "50.5", ""]])
    #expect(html.contains("data-label=\"Kyoto\">20</td>"))
  }

  @Test func `Negative bars are below zero`() {
    let chart = Chart {
      BarMark(x: .value("Month", "May"), y: .value("Balance", 10))
      BarMark(x: .value("Month", "May"), y: .value("Balance", -10))
    }
    let html = html(chart)
    #expect(html.contains(" y=\"0%\" width=\"70%\" height=\"50%\"/>"))
    #expect(html.contains(" y=\"50%\" width=\"70%\" height=\"50%\"/>"))
    #expect(html.contains("y1=\"50%\" y2=\"50%\" class=\"chart-zero\"/>"))
    #expect(cells(html) == [["Month", "Balance"], ["May", "10"], ["May", "-10"]])
  }

  @Test func `Points of a line are connected in the order of their values`() {
    let chart = Chart([3, 1, 2], caption: "Line") { number in
      LineMark(x: .value("Day", number), y: .value("Value", number * 10))
      PointMark(x: .value("Day", number), y: .value("Value", number * 10))
    }
    let html = html(chart)
    #expect(
      html.contains(
        """
        <path class="chart-line series-1" vector-effect="non-scaling-stroke" \
        d="M0 10000L5000 5000L10000 0"/>
        """))
    #expect(count("<circle class=\"chart-point series-1\"", in: html) == 3)
    // The line and the points are one series.
    #expect(cells(html) == [["Day", "Value"], ["1", "10"], ["2", "20"], ["3", "30"]])
    #expect(!html.contains("chart-legend"))
  }

  @Test func `Areas are stacked and closed`() {
    let chart = Chart {
      for (x, y) in [(0, 10), (1, 20)] {
        AreaMark(x: .value("Day", x), y: .value("Low", y))
        AreaMark(x: .value("Day", x), y: .value("High", 20))
      }
    }
    let html = html(chart)
    #expect(html.contains("d=\"M0 7500L10000 5000L10000 10000L0 10000z\""))
    #expect(html.contains("d=\"M0 2500L10000 0L10000 5000L0 7500z\""))
    #expect(cells(html) == [["Day", "Low", "High"], ["0", "10", "20"], ["1", "20", "20"]])
  }

  @Test func `Points of each series have their own shape`() {
    let chart = Chart(0..<7) { number in
      PointMark(x: .value("Day", number), y: .value("Value", number))
        .foregroundStyle(by: .value("Series", number))
    }
    let html = html(chart)
    for number in 1...6 { #expect(html.contains("chart-point series-\(number)\"")) }
    // The seventh series looks like the first one. Each circle is also in the legend.
    #expect(count("<circle class=\"chart-point series-1\"", in: html) == 4)
    #expect(cells(html).first == ["Day", "0", "1", "2", "3", "4", "5", "6"])
  }

  @Test func `A chart is the same each time`() {
    let chart = Chart(Self.sales) {
      LineMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
        .foregroundStyle(by: .value("Shop", $0.shop))
    }
    #expect(html(chart) == html(chart))
  }

  @Test func `A chart without data has a text`() {
    let chart = Chart([Sale](), caption: "Sales") {
      BarMark(x: .value("Month", $0.month), y: .value("Amount", $0.amount))
    }
    #expect(
      html(chart)
        == """
        <figure class="field-chart"><figcaption>Sales</figcaption>\
        <p class="text secondary">There's no data.</p></figure>
        """)
  }

  // MARK: Axes

  @Test func `Values are in the user's locale`() {
    let chart = Chart {
      LineMark(x: .value("Tag", 1), y: .value("Wert", 0.25))
      LineMark(x: .value("Tag", 2), y: .value("Wert", 1234.5))
    }
    let html = html(chart, locale: "de_DE")
    #expect(labels(html).contains("1.000"))
    #expect(cells(html).last == ["2", "1.234,5"])
  }

  @Test func `Dates are in the user's time zone and locale`() throws {
    // 23:00 UTC is midnight in Berlin.
    let start = try Date("2030-01-31T23:00:00Z", strategy: .iso8601)
    let chart = Chart(0..<4) { number in
      LineMark(
        x: .value("Day", start.addingTimeInterval(Double(number) * 86_400)),
        y: .value("Visits", number))
    }
    let html = html(chart)
    #expect(labels(html).suffix(4) == ["Feb 1", "Feb 2", "Feb 3", "Feb 4"])
    #expect(
      cells(html).dropFirst().map(\.first) == [
        "Feb 1, 2030", "Feb 2, 2030", "Feb 3, 2030", "Feb 4, 2030",
      ])
  }

  @Test(arguments: [60, 7200, 86_400, 1e6, 1e7, 1e8, 1e9, 1e10, 3e11])
  func `A range of dates has a few labels`(seconds: Double) {
    let scale = ChartScale(0, seconds)
    for zone in ["Europe/Berlin", "Asia/Kathmandu", "Pacific/Apia"] {
      let ticks = ChartDates(scale, in: TimeZone(identifier: zone) ?? .gmt).ticks
      #expect((1...20).contains(ticks.count), "\(zone): \(ticks)")
      #expect(ticks.allSatisfy { (0...seconds).contains($0) })
      #expect(zip(ticks, ticks.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(
    arguments: [
      (0, 10, [0, 2, 4, 6, 8, 10]), (0, 0.3, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
      (-50, 50, [-60, -40, -20, 0, 20, 40, 60]), (990, 1010, [990, 995, 1000, 1005, 1010]),
      (7, 7, [3, 4, 5, 6, 7, 8, 9, 10, 11]),
    ] as [(Double, Double, [Double])])
  func `A range has about five round values`(low: Double, high: Double, ticks: [Double]) {
    var scale = ChartScale(low, high)
    scale.round()
    #expect(scale.ticks.count == ticks.count)
    for (tick, expected) in zip(scale.ticks, ticks) { #expect(abs(tick - expected) < 1e-9) }
  }

  @Test(
    arguments: [
      (-1e100, 1e100), (0, 1e-100), (1e15, 1e15 + 1), (0, .leastNonzeroMagnitude), (1e100, 1e100),
      (0, 0),
    ] as [(Double, Double)])
  func `Extreme numbers have labels`(low: Double, high: Double) {
    var scale = ChartScale(low, high)
    scale.round()
    #expect((1...20).contains(scale.ticks.count))
    #expect(scale.low < scale.high && scale.low <= low && scale.high >= high)
    #expect(scale.texts(in: Locale(identifier: "en_US")).allSatisfy { (1...12).contains($0.count) })
  }

  @Test func `Only as many categories have labels as fit`() {
    let chart = Chart(1...40) { number in
      BarMark(x: .value("Name", "Name \(number)"), y: .value("Value", number))
    }
    let names = labels(html(chart)).filter { $0.hasPrefix("Name") }
    #expect(names.first == "Name 1" && (2...6).contains(names.count))
    let long = Chart(1...3) { number in
      BarMark(x: .value("Name", "A department with the number \(number)"), y: .value("Value", 1))
    }
    #expect(labels(html(long)).suffix(3).allSatisfy { $0.hasSuffix("…") && $0.count <= 14 })
    #expect(html(long).contains("A department with the number 3</th>"))
  }

  // MARK: Patches

  private struct Page: View {
    let title: String
    let values: [Int]

    var body: some View {
      VStack {
        Text(title)
        chart("One", [1, 2])
        chart("Other", values)
      }
    }

    private func chart(_ caption: String, _ values: [Int]) -> some View {
      Chart(values, caption: "\(caption)") { value in
        BarMark(x: .value("Name", "Bar \(value)"), y: .value("Value", value))
      }
    }
  }

  private func page(
    _ page: Page, _ base: PageRegions?
  ) -> (text: String, regions: PageRegions) {
    var context = PageContext()
    context.regionKey = RegionHash.Key((0..<16).map { UInt8($0) * 5 })
    if let base { context.form = .patch(PatchOrder(of: base, url: nil)) }
    return withDependencies {
      $0.locale = Locale(identifier: "en_US")
    } operation: {
      let result = renderPage(page, context)
      return (result.bytes.string, result.regions ?? PageRegions())
    }
  }

  @Test func `A patch contains only the chart that has changed`() throws {
    let (first, shown) = page(Page(title: "Charts", values: [3]), nil)
    let (patch, after) = page(Page(title: "Charts", values: [3, 4]), shown)
    #expect(patch.contains("Bar 4") && !patch.contains("Bar 1"))
    let (whole, _) = page(Page(title: "Charts", values: [3, 4]), nil)
    let (_, layers) = try PatchedPage.applying(patch, to: PatchedPage.layers(first))
    #expect(PatchedPage.comparable(layers) == PatchedPage.comparable(PatchedPage.layers(whole)))
    let (other, _) = page(Page(title: "More charts", values: [3, 4]), after)
    #expect(other.contains("More charts") && !other.contains("<figure"))
  }

  // MARK: Limits

  @Test func `Marks that can't be shown are left out and reported`() {
    withKnownIssue {
      let chart = Chart([1, .nan, .infinity, 3, -.infinity, 1e200]) { (value: Double) in
        LineMark(x: .value("X", value), y: .value("Y", 2))
        LineMark(x: .value("X", 2), y: .value("Y", value))
        PointMark(x: .value("X", "two"), y: .value("Y", 2))
        PointMark(x: .value("X", Date(timeIntervalSince1970: value)), y: .value("Y", 2))
      }
      let rows = cells(html(chart))
      #expect(rows == [["X", "Y"], ["1", "2"], ["2", "1"], ["2", "3"], ["3", "2"]])
    } matching: {
      $0.comments.contains { $0.rawValue.contains("A chart left out 20 marks.") }
    }
  }

  @Test func `A long series contains the lowest and the highest point of each column`() {
    let marks = (0..<100_000).flatMap { number in
      LineMark(
        x: .value("X", number), y: .value("Y", number == 54_321 ? 1000 : number % 7)
      )._marks
    }
    let data = ChartData(marks)
    #expect(data.runs.count == 1)
    let points = data.runs.first?.points ?? []
    #expect((1900...ChartData.limit).contains(points.count))
    #expect(points.contains { $0.x == 54_321 && $0.y == 1000 })
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(ChartTable(data).rows.count == points.count)
  }

  @Test func `A series at the limit is complete`() {
    let marks = (0..<ChartData.limit).flatMap { number in
      PointMark(x: .value("X", number), y: .value("Y", 1))._marks
    }
    #expect(ChartData(marks).runs.first?.points.count == ChartData.limit)
  }
}
