/// The contents of an `.xcstrings` file.
struct CatalogFile: Decodable {
  struct Entry: Decodable {
    var extractionState: String?
    var shouldTranslate: Bool?
    var localizations: [String: Localization]?
  }

  struct Localization: Decodable {
    var stringUnit: Unit?
    var variations: Variations?
    var substitutions: [String: Substitution]?
  }

  struct Unit: Decodable {
    var state: String?
    var value: String
  }

  struct Variations: Decodable {
    var plural: [String: Variation]?
    var device: [String: Variation]?
  }

  struct Variation: Decodable {
    var stringUnit: Unit?
    var variations: Variations?
  }

  struct Substitution: Decodable {
    var argNum: Int?
    var formatSpecifier: String?
    var variations: Variations
  }

  var sourceLanguage: String
  var strings: [String: Entry]
}
