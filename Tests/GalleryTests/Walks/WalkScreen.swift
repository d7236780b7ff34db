@testable import Gallery

/// The visible screen of the inventory, as a plain value without stores, scenes, and locations.
enum WalkScreen: Equatable {
  case list
  case form(WalkForm)
  /// The alert that confirms the deletion of an item.
  case deletion(Item)
  /// The dialog with more actions for an item.
  case more(Item)
  /// An alert that offers to keep the values entered for a deleted item.
  case gone(String, Item)
  /// An alert that asks which changes to keep.
  case changed(Item, theirs: Item)
  /// An alert that can only be closed.
  case message(String)
}

/// A form with its applied values.
struct WalkForm: Equatable {
  enum Kind: Equatable {
    case add, edit
    case duplicate(Item.ID)
  }

  var kind: Kind
  var item: Item
  let original: Item
  /// The typed values that weren't applied, by label.
  var drafts: [String: String] = [:]
  /// Whether a notice explained that going back again discards invalid text.
  var isAsked = false

  init(_ kind: Kind, _ item: Item) {
    self.kind = kind
    self.item = item
    original = item
  }
}

extension WalkScreen {
  /// The kinds and titles of the layers, lowest first.
  var pile: [String] {
    switch self {
    case .list: ["screen Inventory"]
    case .form(let form):
      switch form.kind {
      case .add: ["screen Inventory", "sheet Add item"]
      case .edit: ["screen Edit item"]
      case .duplicate: ["screen Inventory", "popover Duplicate item"]
      }
    case .deletion(let item): ["screen Inventory", "alert Delete “\(item.name)”?"]
    case .more(let item): ["screen Inventory", "confirmation \(item.name)"]
    case .gone(let name, _): ["screen Inventory", "alert “\(name)” no longer exists"]
    case .changed: ["screen Inventory", "alert Conflicting change"]
    case .message(let title): ["screen Inventory", "alert \(title)"]
    }
  }

  var path: String {
    switch self {
    case .list, .deletion, .more, .gone, .changed, .message: "/inventory"
    case .form(let form):
      switch form.kind {
      case .add: "/inventory/add"
      case .edit: "/inventory/items/\(form.item.id)"
      case .duplicate(let id): "/inventory/items/\(id)/duplicate"
      }
    }
  }

  /// Whether it's presented on the list as the same layer as another screen.
  func isSameLayer(as other: WalkScreen) -> Bool {
    if case .form(let form) = self, case .form(let otherForm) = other {
      return form.kind == otherForm.kind && form.item.id == otherForm.item.id
    }
    return self == other
  }

  var isQuestion: Bool {
    switch self {
    case .list, .form: false
    case .deletion, .more, .gone, .changed, .message: true
    }
  }

  var withoutDrafts: WalkScreen {
    guard case .form(var form) = self else { return self }
    form.drafts = [:]
    form.isAsked = false
    return .form(form)
  }

  var form: WalkForm? {
    if case .form(let form) = self { form } else { nil }
  }

  /// The buttons outside of rows.
  var buttons: [String] {
    switch self {
    case .list: ["Add"]
    case .form(let form) where form.kind == .edit: ["Apply", "Cancel", "Inventory", "Save"]
    case .form: ["Apply", "Cancel", "Save"]
    case .deletion: ["Delete", "Cancel"]
    case .more(let item):
      ["Duplicate", item.status.isInStock ? "Mark as out of stock" : "Mark as in stock", "Cancel"]
    case .gone: ["Add as a new item", "Discard"]
    case .changed: ["Keep my version", "Use their version"]
    case .message: ["OK"]
    }
  }
}

extension WalkForm {
  /// The fields in their order, with the values of the state.
  var values: [(label: String, value: String)] { Self.values(of: item) }

  static func values(of item: Item) -> [(label: String, value: String)] {
    let fields = [
      ("Name", item.name), ("Color", item.color?.name ?? "None"),
      ("In stock", item.status.isInStock ? "on" : "off"),
    ]
    switch item.status {
    case .inStock(let quantity): return fields + [("Quantity", "\(quantity)")]
    case .outOfStock(let isOnBackOrder):
      return fields + [("On back order", isOnBackOrder ? "on" : "off")]
    }
  }

  /// Writes a value. Returns false if the field can't have it.
  mutating func write(_ value: String, to label: String) -> Bool {
    switch label {
    case "Name": item.name = value
    case "Color": item.color = Item.Color.allCases.first { $0.name == value }
    case "In stock": item.status.isInStock = value == "on"
    // Ignore a field that another field removed.
    case "On back order":
      if !item.status.isInStock { item.status = .outOfStock(isOnBackOrder: value == "on") }
    default:
      guard let quantity = Int(value) else { return false }
      if item.status.isInStock { item.status = .inStock(quantity: quantity) }
    }
    return true
  }
}
