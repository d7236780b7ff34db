import CairnCases
import CairnDependencies

extension Effect {
  /// Transforms each action of this effect.
  ///
  /// ```swift
  /// return search.fetch(state.query).map { .response($0) }
  /// ```
  ///
  /// If you call this method in a reducer, the closure runs with the dependencies that are current at the call.
  /// Otherwise, it runs with the dependencies of the effect.
  ///
  /// - Parameter transform: Returns the action to send instead of a given action.
  public func map<Transformed>(
    _ transform: @escaping (_ action: Action) -> Transformed
  ) -> Effect<Transformed> {
    guard let operation else { return .none }
    return .nested(MapOperation(operation, transform))
  }
}

/// An effect whose actions are transformed by a closure of the feature, which can use its dependencies.
private final class MapOperation<Base, Action>: EffectOperation<Action> {
  private let base: EffectOperation<Base>
  private let transform: (Base) -> Action
  private let dependencies = DependencyValues.ofReducer

  init(_ base: EffectOperation<Base>, _ transform: @escaping (Base) -> Action) {
    self.base = base
    self.transform = transform
    super.init(nesting: base.nesting + 1)
  }

  /// Whether the effect belongs to another feature whose reducer was called directly. Only the closure knows how that
  /// feature's actions are nested in the actions of this feature.
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
  /// A depth that's greater than the depth of any feature, but small enough to add to.
  fileprivate static let unknownDepth = 1 << 32
}
