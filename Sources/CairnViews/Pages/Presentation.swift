/// A recorded presentation, which is evaluated after the layer that presents it.
@usableFromInline
struct Presentation {
  let kind: LayerKind
  /// The place of the presentation, combined with the presented item's identity. The IDs of controls within it are
  /// based on this.
  let identity: UInt64
  let title: String
  let content: (inout Renderer) -> Void
  let message: ((inout Renderer) -> Void)?
  let dismiss: () -> Void
  /// Whether a closed guard presents the layer. The layers below it can't be used or dismissed.
  var isBarrier = false

  @usableFromInline
  init(
    kind: LayerKind,
    identity: UInt64,
    title: String = "",
    content: @escaping (inout Renderer) -> Void,
    message: ((inout Renderer) -> Void)? = nil,
    dismiss: @escaping () -> Void
  ) {
    self.kind = kind
    self.identity = identity
    self.title = title
    self.content = content
    self.message = message
    self.dismiss = dismiss
  }
}

/// A level, with the closure that dismisses it.
struct Level {
  var summary: LevelSummary
  let dismiss: () -> Void
  /// Whether a closed guard presents the level. The levels below it can't be used or dismissed.
  var isBarrier = false
  /// Presents a question instead of dismissing the level, or `nil` if the level doesn't ask.
  var attempt: (() -> Void)?

  /// The closure that presents the question, with the ID of its hidden button.
  var question: (id: UInt64, attempt: () -> Void)? {
    guard let attempt else { return nil }
    return (Place.mix(summary.identity, 12), attempt)
  }
}

extension Collection<Level> {
  /// The topmost level that asks before the user leaves it. A barrier and the levels below it don't ask.
  var asking: Level? {
    reversed().prefix { !$0.isBarrier }.first { $0.attempt != nil }
  }
}
