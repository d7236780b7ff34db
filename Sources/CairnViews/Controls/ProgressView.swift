/// How far something has come, or that it goes on.
///
/// Its title is what it is called to who does not see it; for all others a `Text` beside it says what it is about.
public struct ProgressView: _PrimitiveView {
  let title: String?
  let value: Double?
  let total: Double

  /// Shows that something goes on.
  public init(_ title: String? = nil) {
    self.title = title
    value = nil
    total = 1
  }

  /// Shows how far something has come, from 0 to `total`, which is more than 0; what is less or more is as if it were that.
  public init(_ title: String? = nil, value: Double, total: Double = 1) {
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
    renderer.write("></progress>")
    renderer.closeRow(row)
  }
}
