/// An application: what one scene of it shows.
///
/// The server makes one value of it for each scene, as a phone launches an application for one user;
/// so a store that is a property of it belongs to one tab of one browser.
///
/// ```swift
/// @main
/// struct InventoryApp: App {
///   let store = Store(initialState: Inventory.State()) { Inventory() }
///
///   var body: some Scene {
///     WindowGroup { InventoryView(store: store) }
///       .locations(of: store)
///   }
/// }
/// ```
public protocol App: SendableMetatype {
  associatedtype Body: Scene

  /// Makes the application of one scene, under the scene's lock.
  init()

  /// What the scene shows, and how its state and its locations belong together.
  var body: Body { get }
}
