/// Why the state of an application's scenes is not stored.
package enum StorageGap {
  /// The application has made no store.
  case noStore
  /// Its view makes a store for each page.
  case storeOfView(Any.Type)
  /// It has made several, of these types of state, and none is named.
  case severalStores([Any.Type])
  /// The state's type has no encoding.
  case notCodable(Any.Type, hasLocations: Bool)
  /// The type of a part of the state has no encoding.
  case partNotCodable(Any.Type)

  /// What the log says at the server's start; nil where there may be nothing to be stored.
  /// - Parameters:
  ///   - path: Where the application begins.
  ///   - application: Its type.
  package func message(path: String, application: Any.Type) -> String? {
    let (reason, cure): (String, String)
    var subject = "The state"
    var outcome = "begin anew"
    switch self {
    case .noStore: return nil
    case .storeOfView(let state):
      return """
        What is tapped at \(path) changes nothing that stays: its view makes a store of \
        '\(Self.name(state))' anew for each page, and the store that an action went to is gone after it. \
        Make the store once, as a property of '\(Self.name(application))'.
        """
    case .severalStores(let states):
      let names = states.map { "'\(Self.name($0))'" }.joined(separator: ", ")
      reason = "'\(Self.name(application))' makes several stores (\(names)), and none is named"
      cure = "Write '.stored(store)' or '.locations(of: store)' behind its 'WindowGroup'"
    case .notCodable(let state, let hasLocations):
      reason = "'\(Self.name(state))' is not 'Codable'"
      cure = "Make it 'Codable', and what it holds"
      if hasLocations { outcome = "begin at their locations" }
    case .partNotCodable(let state):
      subject = "A part of the state"
      reason = "'\(Self.name(state))' is not 'Codable'"
      cure = "Make it 'Codable', and what it holds"
      outcome = "begin without it"
    }
    return """
      \(subject) of scenes at \(path) is not stored: \(reason). After a restart they \(outcome). \
      \(cure).
      """
  }

  private static func name(_ type: Any.Type) -> String { String(reflecting: type) }
}
