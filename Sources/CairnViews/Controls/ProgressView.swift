/// The progress of a task, or an indicator of activity.
///
/// The title is only for assistive technology. To show a title to all users, add a `Text` next to the progress view.
public struct ProgressView: _PrimitiveView {
  let title: String?
  let value: Double?
  let total: Double

  /// Creates an indicator of activity without a known duration.
  public init(_ title: LocalizedStringKey? = nil) {
    self.init(title?.string)
  }

  /// Creates an indicator of activity without a known duration, with a title that isn't looked up.
  @_disfavoredOverload
  public init(_ title: String?) {
    self.title = title
    value = nil
    total = 1
  }

  /// Creates a view that shows the progress of a task.
  /// - Parameters:
  ///   - title: A title for assistive technology.
  ///   - value: The progress, from 0 to `total`. Browsers clamp it to this range.
  ///   - total: The value of a completed task, which must be greater than 0.
  public init(_ title: LocalizedStringKey? = nil, value: Double, total: Double = 1) {
    self.init(title?.string, value: value, total: total)
  }

  /// Creates a view that shows the progress of a task, with a title that isn't looked up.
  /// - Parameters:
  ///   - title: A title for assistive technology.
  ///   - value: The progress, from 0 to `total`. Browsers clamp it to this range.
  ///   - total: The value of a completed task, which must be greater than 0.
  @_disfavoredOverload
  public init(_ title: String?, value: Double, total: Double = 1) {
    self.title = title
    self.value = value
    self.total = total
  }

  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    guard renderer.isWriting else { return }
    let row = renderer.openRow()
    renderer.open("<progress")
    if let value = view.value {
      renderer.write(" value=\"")
      renderer.write(attribute: NumberFormat<Double>.text(value))
      renderer.write("\" max=\"")
      renderer.write(attribute: NumberFormat<Double>.text(view.total))
      renderer.write("\"")
    }
    if let title = view.title {
      renderer.write(" aria-label=\"")
      renderer.write(attribute: title)
      renderer.write("\"")
    }
    renderer.write(">")
    renderer.endTag()
    renderer.write("</progress>")
    renderer.closeRow(row)
  }
}
