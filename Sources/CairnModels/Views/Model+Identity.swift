import CairnFeatures
import CairnViews

extension Model {
  /// The identity of the model when it's presented. It's 0 for a state without an ID.
  public var presentationIdentity: UInt64 { 0 }
}

extension Model where State: Identifiable {
  /// The identity of the model when it's presented. It's a hash of the state's ID.
  public var presentationIdentity: UInt64 { StableHash.of(id) }
}

/// Returns the identity of a case's payload in an enum of models.
public func _presentationIdentity(_ tag: Int, _ payload: Any) -> UInt64 {
  let identity =
    (payload as? any DialogState).map { PresentationIdentity.of(dialog: $0) }
    ?? PresentationIdentity.of(payload)
  return Place.mix(UInt64(tag), identity)
}
