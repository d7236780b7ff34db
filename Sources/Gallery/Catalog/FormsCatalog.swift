import Cairn
import Foundation

/// A form with every kind of picker, with texts around fields, and with values that are checked together.
@Reducer
struct FormsCatalog {
  enum Tag: String, CaseIterable, Codable, Sendable {
    case urgent = "Urgent"
    case fragile = "Fragile"
    case gift = "Gift"
    case returned = "Returned"
  }

  /// The fields whose values are checked.
  enum Field: Sendable { case name, city, tags, way }

  @ObservableState
  struct State: Codable, Equatable, Sendable {
    var name = ""
    var city: String?
    var color: Item.Color? = .blue
    var tags: Set<Tag> = []
    var extras: Set<String> = ["Insurance"]
    var way = ""
    var account: AccountNumber?
    var weight = 12
    var search = ""
    var note = ""
    var letter = String(repeating: "A letter with several lines of text. ", count: 12)
    /// Whether the user has tried to save, so that messages are shown.
    var isChecked = false
    var saved: String?

    init() {}

    /// The messages about all values that aren't valid.
    var validation: ValidationMessages<Field> {
      ValidationMessages {
        $0.require(!name.isEmpty, .name, "Enter a name.")
        $0.require(city != nil, .city, "Choose a city.")
        $0.require(!tags.isEmpty, .tags, "Choose at least one tag.")
        $0.require(!way.isEmpty, .way, "Choose how to send it.")
      }
    }

    /// The messages that the page shows.
    var messages: ValidationMessages<Field> { isChecked ? validation : ValidationMessages() }
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case resetTapped
    case saveTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding: break
      case .resetTapped: state = State()
      case .saveTapped:
        state.isChecked = true
        guard state.validation.isValid else {
          state.saved = nil
          return .none
        }
        let tags = state.tags.map(\.rawValue).sorted().joined(separator: ", ")
        state.saved = "\(state.name), \(state.city ?? ""), \(tags), \(state.way)"
      }
      return .none
    }
  }
}

/// A German international bank account number, with two check digits.
struct AccountNumber: Codable, Equatable, Sendable {
  /// The reason that a text isn't a number of an account.
  enum Invalid: LocalizedError {
    case length(Int)
    case country
    case checkDigits

    var errorDescription: String? {
      switch self {
      case .length(let count): "An IBAN has 22 characters, but this one has \(count)."
      case .country: "This page accepts only German accounts, which begin with DE."
      case .checkDigits: "The check digits don't match. Compare it with your card."
      }
    }
  }

  let digits: String

  /// Parses a number, with or without spaces.
  init(_ text: String) throws {
    let characters = text.uppercased().filter { !$0.isWhitespace }
    guard characters.count == 22 else { throw Invalid.length(characters.count) }
    guard characters.hasPrefix("DE") else { throw Invalid.country }
    // The remainder of the number in which the country, as two numbers, and the check digits are at the end.
    var remainder = 0
    for character in characters.dropFirst(4) + "1314" + characters.dropFirst(2).prefix(2) {
      guard let digit = character.wholeNumberValue else { throw Invalid.checkDigits }
      remainder = (remainder * 10 + digit) % 97
    }
    guard remainder == 1 else { throw Invalid.checkDigits }
    digits = characters
  }

  /// The number in groups of four characters.
  var text: String {
    var text = ""
    for (index, character) in digits.enumerated() {
      if index > 0, index.isMultiple(of: 4) { text += " " }
      text.append(character)
    }
    return text
  }
}
