import CairnCases
import CairnDependencies

extension Effect {
  /// The effect with each of its actions transformed.
  ///
  /// ```swift
  /// return search.fetch(state.query).map { .response($0) }
  /// ```
  /// The closure runs under the dependencies that are current where it is called.
  public func map<Transformed>(
    _ transform: @escaping (_ action: Action) -> Transformed
  ) -> Effect<Transformed> {
    guard let operation else { return .none }
    return .nested(MapOperation(operation, transform))
  }
}

/// An effect whose actions the feature transforms, by a closure that may use its dependencies.
private final class MapOperation<Base, Action>: EffectOperation<Action> {
  private let base: EffectOperation<Base>
  private let transform: (Base) -> Action
  private let dependencies = DependencyValues.ofReducer

  init(_ base: EffectOperation<Base>, _ transform: @escaping (Base) -> Action) {
    self.base = base
    self.transform = transform
    super.init(nesting: base.nesting + 1)
  }

  /// Whether the effect is of another feature, whose reducer was called by hand: where it stands in
  /// this one's actions only the closure knows.
  private var isOfChild: Bool { Base.self != Action.self && Base.self is any CasePathable.Type }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    let transform = transform
    let dependencies = dependencies ?? context.dependencies
    base.start(
      in: context.mapped(deeperBy: isOfChild ? .unknownDepth : 0) { action in
        DependencyValues.$_current.withValue(dependencies) { transform(action) }
      },
      onEnd: onEnd)
  }
}

extension Int {
  /// Deeper than any feature, and small enough to be added to.
  fileprivate static let unknownDepth = 1 << 32
}
