import CairnFeatures
public import CairnReducers

extension Store: PresentationIdentifiable {
  /// Who the state is: its case and its `Identifiable` id; of an alert or a dialog, all it says.
  public var presentationIdentity: UInt64 {
    let state = self.state
    if state is any _EphemeralState { return StableHash.of(String(describing: state)) }
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
