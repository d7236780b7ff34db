package import CairnFeatures

/// Something presented that knows what it is told apart by.
///
/// A store conforms to it, so that the buttons of "edit item 7" are never found in "edit item 8".
public protocol PresentationIdentifiable {
  /// The same while the same thing is presented, in every process.
  var presentationIdentity: UInt64 { get }
}

/// What presented things are told apart by.
@usableFromInline
package enum PresentationIdentity {
  /// The identity of `item`: its own, or the hash of its `Identifiable` id, or 0.
  @usableFromInline
  package static func of(_ item: Any) -> UInt64 {
    switch item {
    case let item as any PresentationIdentifiable: item.presentationIdentity
    case let item as any Identifiable: hash(item)
    default: 0
    }
  }

  /// The identity of an alert or a dialog: another one, however alike, has another.
  package static func of(dialog: some DialogState) -> UInt64 {
    StableHash.of(dialog.instance.number)
  }

  private static func hash<Item: Identifiable>(_ item: Item) -> UInt64 {
    StableHash.of(item.id)
  }
}
