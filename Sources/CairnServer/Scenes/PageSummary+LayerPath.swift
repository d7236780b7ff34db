import CairnSecurity
import CairnViews

extension PageSummary {
  /// The identities of the layers from the base to the top, as in a page's token.
  ///
  /// The number of identities in a token is limited. If a page has more layers, the last identity combines the
  /// identities of all remaining layers. Two pages therefore have equal layer paths only if all their layers are equal.
  var layerPath: [UInt64] {
    let identities = levels.map(\.identity)
    guard identities.count > PageToken.maximumLayers else { return identities }
    let own = identities.prefix(PageToken.maximumLayers - 1)
    let folded = identities.dropFirst(own.count).reduce(UInt64(identities.count), Place.mix)
    return own + [folded]
  }
}
