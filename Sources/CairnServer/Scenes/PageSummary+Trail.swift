import CairnSecurity
import CairnViews

extension PageSummary {
  /// The identities of the levels from the base to the top, as a page's token has them.
  ///
  /// A token has room for so many. On a deeper pile the last one stands for all levels from its own
  /// on, so that two piles have equal trails only where all their levels are the same.
  var trail: [UInt64] {
    let identities = levels.map(\.identity)
    guard identities.count > PageToken.maximumLayers else { return identities }
    let own = identities.prefix(PageToken.maximumLayers - 1)
    let folded = identities.dropFirst(own.count).reduce(UInt64(identities.count), Place.mix)
    return own + [folded]
  }
}
