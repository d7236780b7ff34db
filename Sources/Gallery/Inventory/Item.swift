import Cairn

/// An item of the inventory.
struct Item: Codable, Equatable, Identifiable, Sendable {
  /// The ID of an item that hasn't been saved. The database assigns the final ID.
  static let unsaved = 0

  /// The maximum length of a name, in UTF-16 code units, as browsers count.
  static let nameLimit = 200

  var id = unsaved
  var name = ""
  var color: Color?
  var status = Status.inStock(quantity: 1)

  /// The reason why the name can't be saved, or `nil` if it's valid.
  var nameProblem: String? {
    if name.allSatisfy(\.isWhitespace) { return "Give the item a name." }
    guard name.utf16.count > Self.nameLimit else { return nil }
    return "The name can have up to \(Self.nameLimit) characters."
  }

  /// The reason why the quantity can't be saved, or `nil` if it's valid.
  var quantityProblem: String? {
    guard case .inStock(let quantity) = status, quantity < 0 else { return nil }
    return "The quantity must be 0 or more."
  }

  /// The status and the color in one line.
  var summary: String {
    guard let color else { return status.summary }
    return "\(status.summary), \(Self.name(of: color))"
  }

  /// A copy of the item that hasn't been saved.
  var unsaved: Self {
    var copy = self
    copy.id = Self.unsaved
    return copy
  }

  /// Applies the fields that someone changed, and keeps the other fields.
  mutating func apply(changesFrom original: Item, to edited: Item) {
    if edited.name != original.name { name = edited.name }
    if edited.color != original.color { color = edited.color }
    if edited.status != original.status { status = edited.status }
  }

  /// Returns sentences that describe how the item differs from what the user entered.
  func differences(from entered: Item) -> [String] {
    [
      name == entered.name
        ? nil : "The name is now “\(name)”. You entered “\(entered.name)”.",
      color == entered.color
        ? nil
        : "The color is now \(Self.name(of: color)). You chose \(Self.name(of: entered.color)).",
      status == entered.status
        ? nil
        : "The status is now “\(status.summary)”. You entered “\(entered.status.summary)”.",
    ].compactMap(\.self)
  }

  /// Returns the name of a color, or the text for an item without a color.
  private static func name(of color: Color?) -> String { color?.name ?? "None" }

  enum Color: String, CaseIterable, Codable, Sendable {
    case red, green, blue, yellow, purple, black, white

    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  @CasePathable
  enum Status: Codable, Equatable, Sendable {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)

    /// Whether the item is in stock.
    ///
    /// Setting it to `true` starts with a quantity of 1. Setting it to `false` starts without a back order.
    var isInStock: Bool {
      get { if case .inStock = self { true } else { false } }
      set {
        guard newValue != isInStock else { return }
        self = newValue ? .inStock(quantity: 1) : .outOfStock(isOnBackOrder: false)
      }
    }

    var summary: String {
      switch self {
      case .inStock(let quantity): "In stock: \(quantity)"
      case .outOfStock(isOnBackOrder: true): "Out of stock, on back order"
      case .outOfStock(isOnBackOrder: false): "Out of stock"
      }
    }
  }
}

extension Item {
  /// The items of a new inventory.
  static let samples = [
    Item(name: "Keyboard", color: .blue, status: .inStock(quantity: 100)),
    Item(name: "Monitor", color: .black, status: .inStock(quantity: 20)),
    Item(name: "Mouse", color: .white, status: .outOfStock(isOnBackOrder: true)),
    Item(name: "Headphones", color: nil, status: .inStock(quantity: 20)),
  ]

  /// Returns the samples, filled up with generated items.
  /// - Parameter count: The total number of items.
  static func seed(count: Int) -> [Item] {
    let more = samples.count < count ? Array(samples.count + 1...count) : []
    return samples.prefix(count)
      + more.map { number in
        Item(
          name: "Item \(number)", color: Color.allCases[number % Color.allCases.count],
          status: number % 5 == 0
            ? .outOfStock(isOnBackOrder: number % 10 == 0) : .inStock(quantity: number % 40 + 1))
      }
  }
}
