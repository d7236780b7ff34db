public import CairnEndpoints

/// The definition of an application.
///
/// The server creates one instance for each scene, similar to a phone that launches an application for one user. A
/// store that's a property of the application therefore belongs to one tab of one browser.
///
/// ```swift
/// @main
/// struct InventoryApp: App {
///   let store = Store(initialState: Inventory.State()) { Inventory() }
///
///   var body: some Scene {
///     WindowGroup { InventoryView(store: store) }
///       .routes(of: store)
///   }
/// }
/// ```
public protocol App: SendableMetatype {
  /// The type of the scene.
  associatedtype Body: Scene

  /// Creates the instance of one scene. The server calls this under the scene's lock.
  init()

  /// The contents of the scene, and the relation between its state and its locations.
  var body: Body { get }

  /// The endpoints of the application, below the path of its mount. By default, there are none.
  ///
  /// ```swift
  /// static var endpoints: [Endpoint] {
  ///   Endpoint(.get, "/export.csv") { _ in .text(csv(), contentType: "text/csv; charset=utf-8") }
  /// }
  /// ```
  @EndpointBuilder static var endpoints: [Endpoint] { get }
}

extension App {
  /// No endpoints.
  public static var endpoints: [Endpoint] { [] }
}
