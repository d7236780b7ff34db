public import CairnTexts
import Foundation
import IssueReporting

/// A chart of bars, lines, points, or areas, with a table of its data.
///
/// ```swift
/// Chart(store.months, caption: "Sales per month") { month in
///   BarMark(x: .value("Month", month.name), y: .value("Sales", month.sales))
///     .foregroundStyle(by: .value("Shop", month.shop))
/// }
/// ```
/// The horizontal values are all categories, all numbers, or all dates. Categories are in the order in which they first
/// appear. Numbers and dates are in the locale and the time zone of the user. The vertical axis contains zero if the
/// chart has bars or areas.
///
/// The server draws the chart, so it needs no script. Users can show the data as a table, which is also how assistive
/// technology reads the chart.
///
/// A mark is left out, and an issue is reported, if a value isn't finite or is larger than 10¹⁰⁰, if a date isn't in
/// the years 1 to 9999, or if its horizontal value isn't of the same kind as the first one. If a series has more than
/// 2,000 points, the chart is divided into 1,000 columns, and the chart and the table contain only the lowest and the
/// highest point of the series in each column.
public struct Chart: _PrimitiveView {
  private let caption: String?
  private let marks: () -> [_ChartMark]
  private let fileID: StaticString
  private let filePath: StaticString
  private let line: UInt

  /// Creates a chart from marks, which can be in conditions and `for` loops.
  /// - Parameters:
  ///   - caption: The visible name of the chart, or `nil` if the chart has no caption.
  ///   - content: The marks.
  public init(
    caption: LocalizedStringKey? = nil,
    @ChartContentBuilder content: @escaping () -> [_ChartMark],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.caption = caption?.string
    marks = content
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  /// Creates a chart with marks for each element of a sequence.
  /// - Parameters:
  ///   - data: The elements.
  ///   - caption: The visible name of the chart, or `nil` if the chart has no caption.
  ///   - content: Returns the marks of an element.
  public init<Data: Sequence>(
    _ data: Data, caption: LocalizedStringKey? = nil,
    @ChartContentBuilder content: @escaping (Data.Element) -> [_ChartMark],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) {
    self.caption = caption?.string
    marks = { data.flatMap(content) }
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    let data = ChartData(view.marks())
    if data.omitted > 0 {
      reportIssue(
        """
        A chart left out \(data.omitted) \(data.omitted == 1 ? "mark" : "marks").

        The values of a mark must be finite numbers of at most 10¹⁰⁰, dates in the years 1 to 9999, or texts. All \
        horizontal values must be of the same kind as the first one.

        Filter the data before you pass it to the chart.
        """, fileID: view.fileID, filePath: view.filePath, line: view.line, column: 1)
    }
    renderer.write(data, caption: view.caption)
    renderer.closeRow(row)
  }
}
