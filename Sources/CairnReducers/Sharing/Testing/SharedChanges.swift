/// What shared values are before and after something happens.
@usableFromInline
struct SharedChanges {
  private let before: SharedView

  /// Begins with the values as they are now.
  @usableFromInline
  init() {
    let log = SharedChangeLog()
    before = SharedView(log, at: log.capture())
  }

  /// Does something with the old state's shared values as they were, and the new one's as they are now.
  @usableFromInline
  func comparing(_ body: () -> Void) {
    let after = SharedView(before.log, at: before.log.capture())
    SharedContext.$current.withValue(.comparing(before, after), operation: body)
  }
}
