/// The shared values before and after an operation.
@usableFromInline
struct SharedChanges {
  private let before: SharedView

  /// Begins with the current values.
  @usableFromInline
  init() {
    let log = SharedChangeLog()
    before = SharedView(log, at: log.capture())
  }

  /// Runs a closure that compares states. The old state has its previous shared values, and the new state has the
  /// current ones.
  @usableFromInline
  func comparing(_ body: () -> Void) {
    let after = SharedView(before.log, at: before.log.capture())
    SharedContext.$current.withValue(.comparing(before, after), operation: body)
  }
}
