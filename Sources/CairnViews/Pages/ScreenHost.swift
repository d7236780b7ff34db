/// The state of an evaluation at the start of content in which screens can be pushed.
@usableFromInline
struct ScreenHost {
  let mode: Renderer.Flags
  let around: Surrounding
  let start: Int
  let depth: Int
  let taps: Int
  let fields: Int
  let files: Int
  let appearances: Int
  let firstField: UInt64?
  let declaredFocus: UInt64?
  let takesFiles: Bool
  /// The screen that enclosing content has pushed.
  let pushed: Presentation?
}
