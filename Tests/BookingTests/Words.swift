import Foundation
import Testing

@testable import Booking

/// The texts of the sample in one of its languages, with spaces for no-break spaces.
struct Words: CustomTestStringConvertible, Sendable {
  /// The languages of the sample.
  static let all = [Words(tag: "en", name: "English"), Words(tag: "de", name: "Deutsch")]

  let tag: String
  /// The name on the button that chooses the language.
  let name: String

  var testDescription: String { name }

  /// Returns the text of a key in the catalog, with arguments for its placeholders.
  func callAsFunction(_ key: String, _ arguments: String...) -> String {
    var text = key
    if tag != "en" {
      guard let translation = Catalog.texts[key]?[tag] else {
        Issue.record("'\(key)' isn't in the catalog.")
        return key
      }
      text = translation
    }
    for argument in arguments {
      guard let placeholder = text.firstRange(of: "%@") else {
        Issue.record("'\(key)' has no placeholder for '\(argument)'.")
        break
      }
      text.replaceSubrange(placeholder, with: argument)
    }
    return text.withPlainSpaces
  }

  /// Returns a date as the pages contain it.
  func date(_ date: Date, _ style: Date.FormatStyle) -> String {
    date.formatted(style.locale(Locale(identifier: tag))).withPlainSpaces
  }

  /// Returns an hour of the first Monday as the pages contain it.
  func time(_ hour: Int) -> String { date(BookingSite.now.atHouseHour(hour), .houseTime) }

  /// Returns the name of the link to a free hour of the first Monday.
  func free(_ hour: Int) -> String {
    let start = BookingSite.now.atHouseHour(hour)
    return self("Book %@", date(start, .house.weekday(.wide).day().hour().minute()))
  }

  /// Returns the heading of the week that contains a date.
  func week(of date: Date) -> String {
    self("Week of %@", self.date(Week(containing: date).start, .house.day().month(.wide).year()))
  }
}

extension String {
  fileprivate var withPlainSpaces: String {
    String(unicodeScalars.map { $0.properties.isWhitespace ? " " : Character($0) })
  }
}

/// The translations of the sample's catalog.
private struct Catalog: Decodable {
  struct Entry: Decodable { let localizations: [String: Localization] }
  struct Localization: Decodable { let stringUnit: Unit? }
  struct Unit: Decodable { let value: String }

  let strings: [String: Entry]

  /// The texts by key and language, without plural forms.
  static let texts: [String: [String: String]] = {
    let file = URL(filePath: BookingApp.resources + "/Localizable.xcstrings")
    guard let data = try? Data(contentsOf: file),
      let catalog = try? JSONDecoder().decode(Catalog.self, from: data)
    else { return [:] }
    return catalog.strings.mapValues { $0.localizations.compactMapValues { $0.stringUnit?.value } }
  }()
}
