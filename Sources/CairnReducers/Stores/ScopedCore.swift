package import CairnFeatures

/// The core of a part of another core's state.
@usableFromInline
package final class ScopedCore<
  ParentState, ParentAction, State, Action
>: Core<State, Action>, @unchecked Sendable {
  private let parent: Core<ParentState, ParentAction>
  /// How many enums of the parent's actions lie around this one's.
  private let levels: Int
  private let extract: (ParentState) -> State?
  private let embed: (Action) -> ParentAction
  /// What was there last: a view that still holds the store of what is gone reads this.
  private var last: State

  @usableFromInline
  package init(
    parent: Core<ParentState, ParentAction>, levels: Int, initial: State,
    extract: @escaping (ParentState) -> State?, embed: @escaping (Action) -> ParentAction
  ) {
    self.parent = parent
    self.levels = levels
    self.extract = extract
    self.embed = embed
    last = initial
    super.init()
  }

  @usableFromInline
  package override var state: State {
    if let state = extract(parent.state) { last = state }
    return last
  }

  package override var isValid: Bool { parent.isValid && extract(parent.state) != nil }

  package override var isolation: any StoreIsolation { parent.isolation }

  package override var depth: Int { parent.depth + levels }

  package override func send(_ action: Action) -> Cascade? {
    parent.send(embed(action))
  }
}
