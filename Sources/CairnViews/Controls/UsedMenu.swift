/// The menu whose button the user tapped last.
///
/// Browsers keep a menu open while its element stays in the page. Each use gives the menu's element another ID, so the
/// script replaces the element, and the menu closes. Other changes of the page keep the ID, so an open menu stays open.
package struct UsedMenu: Equatable, Sendable {
  /// The place of the menu.
  package let place: UInt64
  private let count: UInt64

  /// Creates the menu at a place after another use.
  /// - Parameters:
  ///   - last: The menu that was used before, or `nil` if there is none.
  ///   - place: The place of the menu with the tapped button.
  package init(after last: UsedMenu?, at place: UInt64) {
    self.place = place
    count = last?.place == place ? (last?.count ?? 0) &+ 1 : 1
  }

  /// The ID of the menu's element.
  var id: UInt64 { Place.mix(Place.mix(place, 42), count) }
}
