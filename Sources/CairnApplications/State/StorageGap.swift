/// The reason why the state of an application's scenes isn't stored.
package enum StorageGap {
  /// The application has no store.
  case noStore
  /// The application's view creates a store for each page.
  case storeOfView(Any.Type)
  /// The application has several stores with these types of state, and it didn't choose one.
  case severalStores([Any.Type])
  /// The type of the state isn't `Codable`.
  case notCodable(Any.Type, hasRoutes: Bool)
  /// The type of a part of the state isn't `Codable`.
  case partNotCodable(Any.Type)

  /// Returns the message to log when the server starts, or `nil` if there may be nothing to store.
  /// - Parameters:
  ///   - path: The path of the application.
  ///   - application: The application's type.
  package func message(path: String, application: Any.Type) -> String? {
    let (reason, cure): (String, String)
    var subject = "The state"
    var outcome = "start over"
    switch self {
    case .noStore: return nil
    case .storeOfView(let state):
      return """
        Actions at \(path) have no lasting effect: the view creates a new store of \
        '\(Self.name(state))' for each page, and the store that received an action is discarded. \
        Create the store once, as a property of '\(Self.name(application))'.
        """
    case .severalStores(let states):
      let names = states.map { "'\(Self.name($0))'" }.joined(separator: ", ")
      reason = "'\(Self.name(application))' has several stores (\(names)), and none is selected"
      cure = "Add '.persistedStore(store)' or '.routes(of: store)' to its 'WindowGroup'"
    case .notCodable(let state, let hasRoutes):
      reason = "'\(Self.name(state))' isn't 'Codable'"
      cure = "Make the type and its contents 'Codable'"
      if hasRoutes { outcome = "start at their locations" }
    case .partNotCodable(let state):
      subject = "Part of the state"
      reason = "'\(Self.name(state))' isn't 'Codable'"
      cure = "Make the type and its contents 'Codable'"
      outcome = "start without it"
    }
    return """
      \(subject) of scenes at \(path) isn't stored: \(reason). After a restart, they \(outcome). \
      \(cure).
      """
  }

  private static func name(_ type: Any.Type) -> String { String(reflecting: type) }
}
