import Cairn

/// A message of another system that an item has a new quantity.
struct StockDelivery: Codable, Equatable, Sendable {
  /// The ID of the message. The sender may deliver the same message several times.
  let id: String
  let item: Item.ID
  let quantity: Int

  /// What a delivery has changed.
  enum Outcome: String, Codable, Sendable {
    /// The item has the new quantity.
    case applied
    /// The message was delivered before, and this delivery has changed nothing.
    case repeated
  }

  /// The reason why the message can't be processed, or `nil` if it's valid.
  var problem: String? {
    if !(1...100).contains(id.utf8.count) { return "The ID must have 1 to 100 bytes." }
    if !(0...1_000_000).contains(quantity) { return "The quantity must be from 0 to 1000000." }
    return nil
  }
}

/// An error that occurs if a message is about an item that doesn't exist.
struct ItemIsUnknown: Error {
  let id: Item.ID
}

extension DependencyValues {
  /// The key with which the sender of stock changes signs its messages, or `nil` if there's no sender.
  var stockKey: Secret? {
    get { self[StockKey.self] }
    set { self[StockKey.self] = newValue }
  }

  private enum StockKey: DependencyKey {
    static var liveValue: Secret? { nil }
    static var testValue: Secret? { nil }
  }
}
