/// The description of an application's store.
package struct StoreHead: Codable, Equatable {
  /// The style in which the features of a store are written.
  package enum Kind: String, Codable {
    case reducer, model, path
  }

  package let kind: Kind
  /// The type of the store's reducer or model, including its module.
  package let feature: String
  /// The type of the store's state, including its module.
  package let state: String
}
