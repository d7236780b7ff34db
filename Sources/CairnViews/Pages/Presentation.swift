/// Something that a view presents on top of itself, as it is recorded until its turn comes.
@usableFromInline
struct Presentation {
  let kind: LayerKind
  /// Where it is presented from, mixed with what is presented; ids inside are based on it.
  let identity: UInt64
  let title: String
  let content: (inout Renderer) -> Void
  let message: ((inout Renderer) -> Void)?
  let dismiss: () -> Void

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

/// A level of the pile and the way out of it.
struct Level {
  var summary: LevelSummary
  let dismiss: () -> Void
  /// What happens in place of that, where the level asks before it is left.
  var attempt: (() -> Void)?

  /// That, and the id under which it can be asked for.
  var question: (id: UInt64, attempt: () -> Void)? {
    guard let attempt else { return nil }
    return (Place.mix(summary.identity, 12), attempt)
  }
}

extension Collection<Level> {
  /// The topmost level that asks before it is left.
  var asking: Level? { reversed().first { $0.attempt != nil } }
}
