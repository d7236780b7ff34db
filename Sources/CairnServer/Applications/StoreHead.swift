/// A store of an application.
struct StoreHead: Codable, Equatable {
  /// How its features are written.
  enum Kind: String, Codable {
    case reducer, model, path
  }

  let kind: Kind
  /// The type of its reducer or its model, with its module.
  let feature: String
  /// The type of its state, with its module.
  let state: String
}
