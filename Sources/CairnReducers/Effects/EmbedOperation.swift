/// An effect of a child that's converted to an effect of its parent.
final class EmbedOperation<Child, Action>: EffectOperation<Action> {
  private let child: EffectOperation<Child>
  private let depth: Int
  private let embed: (Child) -> Action

  init(_ child: EffectOperation<Child>, _ depth: Int, _ embed: @escaping (Child) -> Action) {
    self.child = child
    self.depth = depth
    self.embed = embed
    super.init(nesting: child.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    child.start(in: context.mapped(deeperBy: depth, embed), onEnd: onEnd)
  }
}

extension Effect {
  /// Returns this effect with each of its actions embedded in an action of a parent. The closure doesn't use
  /// dependencies.
  ///
  /// - Parameter depth: The number of action enums that enclose the child's actions.
  @usableFromInline
  func embedded<Parent>(
    _ depth: Int, _ embed: @escaping (Action) -> Parent
  ) -> Effect<Parent> {
    guard let operation else { return .none }
    return .nested(EmbedOperation(operation, depth, embed))
  }
}
