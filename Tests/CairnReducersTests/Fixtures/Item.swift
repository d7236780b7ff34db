import Cairn
import Foundation

struct Item: Equatable, Identifiable, Codable, Sendable {
  let id: UUID
  var name: String
  var status = Status.inStock(quantity: 20)

  @CasePathable
  enum Status: Equatable, Codable, Sendable {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)
  }

  static let headphones = Item(id: UUID(0), name: "Headphones")
  static let keyboard = Item(id: UUID(1), name: "Keyboard")
}

extension UUID {
  /// The UUID that ends with a number, like the ones from the incrementing generator.
  init(_ number: Int) {
    let digits = String(number, radix: 16)
    self.init(
      uuidString: "00000000-0000-0000-0000-"
        + String(repeating: "0", count: 12 - digits.count) + digits)!
  }
}
