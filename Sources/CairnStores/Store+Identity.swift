import CairnFeatures
public import CairnReducers
public import CairnViews

extension Store: PresentationIdentifiable {
  /// The identity of the state, which consists of its case and its `Identifiable` ID.
  ///
  /// Each alert and each dialog has a new identity.
  public var presentationIdentity: UInt64 {
    let state = self.state
    if let dialog = state as? any DialogState { return PresentationIdentity.of(dialog: dialog) }
    if let state = state as? any CaseReducerState {
      let identity = state._caseIdentity
      return Place.mix(
        UInt64(identity.tag), identity.id.map { StableHash.of($0) } ?? 0)
    }
    guard let state = state as? any Identifiable else { return 0 }
    return Self.hash(state)
  }

  private static func hash<Value: Identifiable>(_ value: Value) -> UInt64 {
    StableHash.of(value.id)
  }
}
