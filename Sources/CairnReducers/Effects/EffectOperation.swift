public import CairnCases
import CairnDependencies
import CairnFeatures

/// The work that an effect does when its store starts it.
@usableFromInline
class EffectOperation<Action> {
  /// The number of effects that are nested inside this one.
  final let nesting: Int

  init(nesting: Int = 0) {
    self.nesting = nesting
  }

  /// The issue to report if this isn't a real effect, but represents an action that arrived while the state was in
  /// another case.
  var otherCase: OtherCaseIssue? { nil }

  /// This operation as a composite, if it consists of several effects.
  var composite: CompositeOperation<Action>? { nil }

  /// Starts the work.
  ///
  /// - Parameter onEnd: A closure that's called once, under the store's isolation. It's called synchronously if the
  ///   work takes no time.
  func start(in context: EffectContext<Action>, onEnd: @escaping (EffectEnd) -> Void) {
    onEnd(.regular)
  }
}

/// The surroundings of an effect, which define how its actions reach the store and which feature it belongs to.
///
/// The context is passed from the root down to the effect. Each operator along the way adds information, such as how to
/// embed an action, which feature is presented, or which cancellation ID applies.
struct EffectContext<Action> {
  /// The store, which is unowned because waiting effects retain their contexts. Running work must not keep its store
  /// alive.
  unowned let host: any EffectHost
  let cascade: Cascade
  /// Sends an action to the store, with the lineage of the effect that sends it. It must be called under the store's
  /// isolation.
  var deliver: (_ action: Action, _ lineage: Int) -> Void
  /// The lineage of the action that started the effect.
  var inheritedLineage = Int.max
  /// The number of action enums that enclose the actions of the effect's feature.
  var depth = 0
  var path = IdentityPath()
  /// The scopes that contain the effect, from the outermost to the innermost.
  var scopes: [CancellationScope] = []
  /// The dependencies of effects that were created outside a reducer. Effects that are created in a reducer use the
  /// dependencies that are current there.
  var dependencies: DependencyValues
  /// The message that users see if the effect is interrupted.
  var interruption: String?
  /// The action that begins the effect again after a restart.
  var beginning: EffectResumption.StoredAction?
  /// The action that reports that the effect was interrupted.
  var interruptionReport: EffectResumption.StoredAction?
  /// Returns the store's action that contains an action of the effect.
  var embed: (Action) -> Any = { $0 }
  /// The encodings of the actions that the effect can store.
  var actionCoders: [any _ActionCoder<Action>.Type] = []
  /// Sends the action that dismisses the nearest presented feature, with the lineage of the effect that asks for it. It
  /// must be called under the store's isolation.
  var dismiss: ((_ lineage: Int) -> Void)?
  /// Whether to set `isPresented` for a presented effect. It's `false` if an operator overrides that dependency.
  var setsIsPresented = true
  /// Whether the effect is presented although an operator has overridden its `dismiss` dependency.
  var isPresented = false

  /// The smallest depth of any feature between the action that was sent from outside and the effect.
  ///
  /// It determines which feature owns the effect within its `Cascade`. Work that results from a parent's effect still
  /// belongs to the parent.
  var lineage: Int { min(inheritedLineage, depth) }

  /// Whether everything that results from the action was canceled at this depth.
  var isAbandoned: Bool { cascade.isCancelled(from: lineage) }

  /// Whether the effect was canceled, either by an ID or together with everything that results from the action.
  var isCancelled: Bool { isAbandoned || scopes.contains(where: \.isCanceled) }

  func mapped<Child>(
    deeperBy levels: Int, _ embed: @escaping (Child) -> Action
  ) -> EffectContext<Child> {
    let (deliver, embedInRoot) = (deliver, self.embed)
    return EffectContext<Child>(
      host: host, cascade: cascade, deliver: { deliver(embed($0), $1) },
      inheritedLineage: inheritedLineage, depth: depth + levels, path: path,
      scopes: scopes, dependencies: dependencies, interruption: interruption,
      beginning: beginning, interruptionReport: interruptionReport,
      embed: { embedInRoot(embed($0)) },
      dismiss: dismiss, setsIsPresented: setsIsPresented, isPresented: isPresented)
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

/// An effect of a child that may be removed from the state.
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
    // Effects that a child returns in the turn that removes the child are discarded.
    guard context.host.isLive(context.path) else { return onEnd(EffectEnd(remaining: parent)) }
    if let dismissal {
      let deliver = context.deliver
      context.dismiss = { deliver(dismissal, $0) }
      context.setsIsPresented = true
      context.isPresented = false
    }
    wrapped.start(in: context, onEnd: onEnd)
  }
}

extension DependencyValues {
  /// The current dependencies in a reducer, for the effects that it creates, or `nil` outside a reducer.
  static var ofReducer: Self? {
    var values = _current
    guard values.isOfStore else { return nil }
    // The effect may begin later, for example after a pause.
    values.keepRequest()
    return values
  }
}

extension Effect {
  /// Returns this effect as an effect of a child, or unchanged if there is no child.
  @usableFromInline
  func tagged(_ node: IdentityNode?, dismissal: Action? = nil) -> Self {
    guard let operation, let node else { return self }
    return .nested(TaggedOperation(operation, node: node, dismissal: dismissal))
  }

  /// Returns an effect of a child as an effect of its parent.
  @inlinable
  func map<Path: StaticCasePath>(_ path: Path) -> Effect<Path.Root> where Path.Value == Action {
    guard operation != nil else { return .none }
    return embedded(Path._depth) { path.embed($0) }
  }
}
