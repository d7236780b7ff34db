import Cairn

/// Something that the inventory keeps.
struct Item: Codable, Equatable, Identifiable, Sendable {
  /// What is written where there is no id yet: the database gives one.
  static let unsaved = 0

  var id = unsaved
  var name = ""
  var color: Color?
  var status = Status.inStock(quantity: 1)

  /// Why the name can not be saved; nil where it can.
  var nameProblem: String? {
    name.allSatisfy(\.isWhitespace) ? "Give the item a name." : nil
  }

  /// Why the quantity can not be saved; nil where it can.
  var quantityProblem: String? {
    guard case .inStock(let quantity) = status, quantity < 0 else { return nil }
    return "A quantity is 0 or more."
  }

  /// What there is of it, and its color.
  var summary: String {
    guard let color else { return status.summary }
    return "\(status.summary), \(color.rawValue)"
  }

  /// The same as an item that the database does not have yet.
  var unsaved: Self {
    var copy = self
    copy.id = Self.unsaved
    return copy
  }

  /// Takes over what someone changed of the item, and leaves alone what they did not.
  mutating func apply(changesFrom original: Item, to edited: Item) {
    if edited.name != original.name { name = edited.name }
    if edited.color != original.color { color = edited.color }
    if edited.status != original.status { status = edited.status }
  }

  /// What is otherwise in what someone has entered, in sentences.
  func differences(from entered: Item) -> [String] {
    [
      name == entered.name
        ? nil : "The name is “\(name)” now; you entered “\(entered.name)”.",
      color == entered.color
        ? nil
        : "The color is \(Self.name(of: color)) now; you chose \(Self.name(of: entered.color)).",
      status == entered.status
        ? nil : "It is “\(status.summary)” now; you entered “\(entered.status.summary)”.",
    ].compactMap(\.self)
  }

  /// What a color, or having none, is called.
  private static func name(of color: Color?) -> String { color?.name ?? "None" }

  enum Color: String, CaseIterable, Codable, Sendable {
    case red, green, blue, yellow, purple, black, white

    var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
  }

  @CasePathable
  enum Status: Codable, Equatable, Sendable {
    case inStock(quantity: Int)
    case outOfStock(isOnBackOrder: Bool)

    /// Whether there is some; changing it begins with one, or with no back order.
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
  /// What a new inventory begins with.
  static let samples = [
    Item(name: "Keyboard", color: .blue, status: .inStock(quantity: 100)),
    Item(name: "Monitor", color: .black, status: .inStock(quantity: 20)),
    Item(name: "Mouse", color: .white, status: .outOfStock(isOnBackOrder: true)),
    Item(name: "Headphones", color: nil, status: .inStock(quantity: 20)),
  ]

  /// The samples, and as many more as make up a number.
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
