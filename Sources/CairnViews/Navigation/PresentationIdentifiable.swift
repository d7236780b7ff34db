package import CairnFeatures

/// An item with an identity that distinguishes it from other presented items.
///
/// Stores conform to this protocol. The buttons of “edit item 7” are therefore never mistaken for the buttons of
/// “edit item 8”.
public protocol PresentationIdentifiable {
  /// An identity that's stable while the item is presented, and is the same in every process.
  var presentationIdentity: UInt64 { get }
}

/// Determines the identities of presented items.
@usableFromInline
package enum PresentationIdentity {
  /// Returns the item's own identity, the hash of its `Identifiable` ID, or 0.
  @usableFromInline
  package static func of(_ item: Any) -> UInt64 {
    switch item {
    case let item as any PresentationIdentifiable: item.presentationIdentity
    case let item as any Identifiable: hash(item)
    default: 0
    }
  }

  /// Returns the identity of an alert or dialog. Each instance has a different identity, even if the contents are
  /// equal.
  package static func of(dialog: some DialogState) -> UInt64 {
    StableHash.of(dialog.instance.number)
  }

  private static func hash<Item: Identifiable>(_ item: Item) -> UInt64 {
    StableHash.of(item.id)
  }
}
