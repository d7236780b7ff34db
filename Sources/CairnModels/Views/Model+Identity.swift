import CairnFeatures
import CairnViews

extension Model {
  public var presentationIdentity: UInt64 { 0 }
}

extension Model where State: Identifiable {
  public var presentationIdentity: UInt64 { StableHash.of(id) }
}

/// What the payload of a case of an enum of models is told apart by.
public func _presentationIdentity(_ tag: Int, _ payload: Any) -> UInt64 {
  let identity =
    (payload as? any DialogState).map { PresentationIdentity.of(dialog: $0) }
    ?? PresentationIdentity.of(payload)
  return Place.mix(UInt64(tag), identity)
}
