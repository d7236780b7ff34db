public import CairnEndpoints
public import CairnTexts

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
  ///   Endpoint(.get, "/export.csv") { _ in .csv(rows()) }
  /// }
  /// ```
  @EndpointBuilder static var endpoints: [Endpoint] { get }

  /// The languages in which the application has pages. By default, that's only ``/CairnTexts/Language/english``.
  ///
  /// If there are several, each page is in the language that its browser prefers. The first one is for browsers that
  /// prefer only other languages.
  static var languages: [Language] { get }

  /// The texts of the application in its languages, or `nil` if it has no string catalog, which is the default.
  ///
  /// ```swift
  /// static var strings: StringCatalog? {
  ///   get throws { try StringCatalog(contentsOfFile: "Strings/Localizable.xcstrings") }
  /// }
  /// ```
  /// The server reads the catalog once, when it starts. If this throws an error, the server doesn't start.
  static var strings: StringCatalog? { get throws }

  /// Returns a text that replaces one of the framework's texts, or `nil` to keep it. By default, all texts are kept.
  ///
  /// ```swift
  /// static func systemText(_ text: SystemText, in language: Language) -> String? {
  ///   switch text {
  ///   case .errorTitle(.pageNotFound): "Not in the inventory"
  ///   default: nil
  ///   }
  /// }
  /// ```
  /// - Parameters:
  ///   - text: The text, with the values to insert.
  ///   - language: The language of the page.
  static func systemText(_ text: SystemText, in language: Language) -> String?
}

extension App {
  /// No endpoints.
  public static var endpoints: [Endpoint] { [] }

  /// Only English.
  public static var languages: [Language] { [.english] }

  /// No catalog.
  public static var strings: StringCatalog? { nil }

  /// No replacement.
  public static func systemText(_ text: SystemText, in language: Language) -> String? { nil }
}
