import CairnFeatures

/// A search for the action that a stored action leads to in the current state.
struct StoredActionSearch {
  let action: EffectResumption.StoredAction
  /// Returns the store's action that contains an action of the visited feature, or `nil` if the type is wrong.
  var embed: (Any) -> Any? = { $0 }
  /// The store's action.
  private(set) var found: Any?

  init(_ action: EffectResumption.StoredAction) {
    self.action = action
  }

  /// Checks the actions of one case of the visited feature.
  mutating func look(at coder: any _ActionCoder.Type) {
    guard found == nil, let action = decoded(by: coder), let root = embed(action),
      ActionPath.text(of: root) == self.action.path
    else { return }
    found = root
  }

  private func decoded<Coder: _ActionCoder>(by coder: Coder.Type) -> Any? {
    coder.decode(action.payload)
  }
}

extension IdentityVisitor {
  /// Visits a child whose actions are embedded in the actions of its parent.
  ///
  /// - Parameters:
  ///   - embed: Returns the function that embeds the child's actions. It's called only during a search for an action.
  ///   - visit: Visits the child.
  @inlinable
  public mutating func enterActions<Child, Parent>(
    embed: @autoclosure () -> (Child) -> Parent, visit: (inout Self) -> Void
  ) {
    if isSearching { search(through: embed(), visit) } else { visit(&self) }
  }

  @usableFromInline
  mutating func search<Child, Parent>(
    through embed: @escaping (Child) -> Parent, _ visit: (inout Self) -> Void
  ) {
    guard let outer = search?.embed else { return visit(&self) }
    search?.embed = { action in (action as? Child).flatMap { outer(embed($0)) } }
    visit(&self)
    search?.embed = outer
  }

  /// Records an action that the effects of the visited feature can store.
  @inlinable
  public mutating func noteAction(_ coder: (some _ActionCoder).Type) {
    if isSearching { look(at: coder) }
  }

  @usableFromInline
  mutating func look(at coder: any _ActionCoder.Type) {
    search?.look(at: coder)
  }
}
