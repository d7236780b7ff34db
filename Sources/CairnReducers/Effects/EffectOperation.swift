public import CairnCases
import CairnDependencies

/// What an effect does when its store starts it.
@usableFromInline
class EffectOperation<Action> {
  /// How many effects are nested in each other here, this one aside.
  final let nesting: Int

  init(nesting: Int = 0) {
    self.nesting = nesting
  }

  /// The issue, where this is none but stands for an action that has come to the wrong case.
  var otherCase: OtherCaseIssue? { nil }

  /// The parts, if the effect is made of several.
  var composite: CompositeOperation<Action>? { nil }

  /// Starts the work. `onEnd` is called once, under the store's isolation, and synchronously if the work
  /// takes no time.
  func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    onEnd(.regular)
  }
}

/// Where an effect runs: how its actions reach the store, and in whose name.
///
/// The context goes down from the root to the effect. Each operator on the way adds what it knows:
/// how to embed an action, what is presented, what the cancellation id is.
struct EffectContext<Action> {
  /// Unowned, because effects that wait keep contexts: what runs must not keep its store.
  unowned let host: any EffectHost
  let cascade: Cascade
  /// Sends an action to the store, with the lineage of the effect that sends it. Called under the
  /// store's isolation.
  var deliver: (_ action: Action, _ lineage: Int) -> Void
  /// The lineage of the action that the effect follows from.
  var inheritedLineage = Int.max
  /// How many enums of actions lie around those of the feature whose effect it is.
  var depth = 0
  var path = IdentityPath()
  /// The scopes that the effect is in, from the outside in.
  var scopes: [CancellationScope] = []
  /// Those of what was made outside of a reducer: what a reducer makes has those that are current there.
  var dependencies: DependencyValues
  /// What users are told where the effect was cut off.
  var interruption: String?
  /// Sends the action that dismisses the nearest presented feature, with the lineage of the effect
  /// that asks for it. Called under isolation.
  var dismiss: ((_ lineage: Int) -> Void)?
  /// Whether an effect that is presented has to be told so: a dependency may say something else.
  var tellsPresence = true
  /// Whether the effect is presented, though what dismisses it was replaced by a dependency.
  var isPresented = false

  /// Whose the effect is, in a cascade: the least depth of a feature on the way to it from the action
  /// that was sent from outside. What follows from a parent's effect stays the parent's.
  var lineage: Int { min(inheritedLineage, depth) }

  /// Whether all that follows from the action was canceled, at this depth.
  var isAbandoned: Bool { cascade.isCancelled(from: lineage) }

  /// Whether the effect was canceled, by an ID or with all that follows from the action.
  var isCancelled: Bool { isAbandoned || scopes.contains(where: \.isCanceled) }

  func mapped<Child>(
    deeperBy levels: Int, _ embed: @escaping (Child) -> Action
  ) -> EffectContext<Child> {
    let deliver = deliver
    return EffectContext<Child>(
      host: host, cascade: cascade, deliver: { deliver(embed($0), $1) },
      inheritedLineage: inheritedLineage, depth: depth + levels, path: path,
      scopes: scopes, dependencies: dependencies, interruption: interruption,
      dismiss: dismiss, tellsPresence: tellsPresence, isPresented: isPresented)
  }
}

final class SendOperation<Action>: EffectOperation<Action> {
  private let action: Action

  init(_ action: Action) {
    self.action = action
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    context.deliver(action, context.lineage)
    onEnd(.regular)
  }
}

/// An effect in the name of a child that the state may lose.
final class TaggedOperation<Action>: EffectOperation<Action> {
  private let wrapped: EffectOperation<Action>
  private let node: IdentityNode
  private let dismissal: Action?

  init(_ wrapped: EffectOperation<Action>, node: IdentityNode, dismissal: Action?) {
    self.wrapped = wrapped
    self.node = node
    self.dismissal = dismissal
    super.init(nesting: wrapped.nesting + 1)
  }

  override func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    var context = context
    let parent = context.path.count
    context.path = context.path.appending(node)
    // What a child returns in the turn that removes it is dropped.
    guard context.host.isLive(context.path) else { return onEnd(EffectEnd(remaining: parent)) }
    if let dismissal {
      let deliver = context.deliver
      context.dismiss = { deliver(dismissal, $0) }
      context.tellsPresence = true
      context.isPresented = false
    }
    wrapped.start(in: context, onEnd: onEnd)
  }
}

extension DependencyValues {
  /// The current ones in a reducer, for the effects that it makes; nil elsewhere.
  static var ofReducer: Self? {
    let values = _current
    return values.isOfStore ? values : nil
  }
}

extension Effect {
  /// The effect in the name of a child; the effect itself where there is no child.
  @usableFromInline
  func tagged(_ node: IdentityNode?, dismissal: Action? = nil) -> Self {
    guard let operation, let node else { return self }
    return .nested(TaggedOperation(operation, node: node, dismissal: dismissal))
  }

  /// The effect of a child as one of its parent.
  @inlinable
  func map<Path: StaticCasePath>(_ path: Path) -> Effect<Path.Root> where Path.Value == Action {
    guard operation != nil else { return .none }
    return embedded(Path._depth) { path.embed($0) }
  }
}
