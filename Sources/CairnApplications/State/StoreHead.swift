/// A store of an application.
package struct StoreHead: Codable, Equatable {
  /// How its features are written.
  package enum Kind: String, Codable {
    case reducer, model, path
  }

  package let kind: Kind
  /// The type of its reducer or its model, with its module.
  package let feature: String
  /// The type of its state, with its module.
  package let state: String
}
