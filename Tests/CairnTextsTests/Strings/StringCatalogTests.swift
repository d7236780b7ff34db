import CairnDependencies
import Foundation
import IssueReportingTestSupport
import Testing

@testable import CairnTexts

/// Lookups in string catalogs.
@Suite struct StringCatalogTests {
  /// A catalog with keys of several kinds. It exists before the keys, which have no values in a process without one.
  private let catalog: StringCatalog

  init() throws { catalog = try StringCatalog(Self.json.utf8) }

  private static let json = #"""
    {
      "sourceLanguage" : "en", "version" : "1.0",
      "strings" : {
        "" : {},
        "Save" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "Sichern" } } } },
        "100% sure" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "100% sicher" } } } },
        "Hello, %@" : { "comment" : "A greeting.", "localizations" : {
          "de" : { "stringUnit" : { "state" : "translated", "value" : "Hallo, %@" } },
          "de-AT" : { "stringUnit" : { "state" : "translated", "value" : "Servus, %@" } } } },
        "%@ by %@" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "von %2$@: %1$@" } } } },
        "%lld%% of %@" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "%lld %% von %@" } } } },
        "%.2lf m" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "%.2lf Meter" } } } },
        "%02lld:00" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "%02lld Uhr" } } } },
        "%lld books" : { "localizations" : {
          "en" : { "variations" : { "plural" : {
            "zero" : { "stringUnit" : { "state" : "translated", "value" : "No books" } },
            "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld book" } },
            "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld books" } } } } },
          "ru" : { "variations" : { "plural" : {
            "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld книга" } },
            "few" : { "stringUnit" : { "state" : "translated", "value" : "%lld книги" } },
            "many" : { "stringUnit" : { "state" : "translated", "value" : "%lld книг" } },
            "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld книги" } } } } } } },
        "%lld books on %lld shelves" : { "localizations" : { "en" : {
          "stringUnit" : { "state" : "translated", "value" : "%#@books@ on %#@shelves@" },
          "substitutions" : {
            "books" : { "argNum" : 1, "formatSpecifier" : "lld", "variations" : { "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%arg book" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%arg books" } } } } },
            "shelves" : { "argNum" : 2, "formatSpecifier" : "lld", "variations" : { "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "one shelf" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%arg shelves" } } } } } } } } },
        "Tap" : { "localizations" : { "de" : { "variations" : { "device" : {
          "iphone" : { "stringUnit" : { "state" : "translated", "value" : "Tippen" } },
          "other" : { "stringUnit" : { "state" : "translated", "value" : "Klicken" } } } } } } },
        "Cairn" : { "shouldTranslate" : false },
        "Old" : { "extractionState" : "stale" },
        "New" : { "localizations" : { "de" : { "stringUnit" : { "state" : "new", "value" : "" } } } }
      }
    }
    """#

  private func text(_ key: LocalizedStringKey, _ language: String) -> String {
    withDependencies {
      $0.strings = catalog
      $0.locale = Locale(identifier: language)
    } operation: {
      String(localized: key)
    }
  }

  @Test func `A literal is looked up in the language of the locale`() {
    #expect(text("Save", "de") == "Sichern")
    #expect(text("Save", "de-AT") == "Sichern")
    #expect(text("Save", "en") == "Save")
    #expect(text("Tap", "de") == "Klicken")
    #expect(text("", "de") == "")
  }

  @Test func `A percent sign in a text without values has no meaning`() {
    #expect(text("100% sure", "de") == "100% sicher")
  }

  @Test func `Values are inserted at their positions`() {
    let name = "Ada"
    #expect(text("Hello, \(name)", "de") == "Hallo, Ada")
    #expect(text("Hello, \(name)", "de-AT") == "Servus, Ada")
    let author = "Jane"
    #expect(text("\(name) by \(author)", "de") == "von Jane: Ada")
    #expect(text("\(20)% of \(name)", "de") == "20 % von Ada")
    #expect(text("Hello, \(Optional<Int>.none as Any)", "de") == "Hallo, nil")
  }

  @Test func `An optional value has a default, with one key for both`() {
    #expect(text("Hello, \(Optional("Ada"), default: "you")", "de") == "Hallo, Ada")
    #expect(text("Hello, \(Optional<Int>.none, default: "you")", "de") == "Hallo, you")
    #expect(String(localized: "\(Optional(7), default: "none") of 9") == "7 of 9")
  }

  @Test(arguments: [
    ("Asia/Tokyo", "1.1.1970, 9:00"), ("Etc/GMT+10", "31.12.1969, 14:00"),
  ])
  func `A date in a literal is in the time zone of the user`(zone: String, text: String) throws {
    let timeZone = try #require(TimeZone(identifier: zone))
    let date = Date(timeIntervalSince1970: 0)
    let result = withDependencies {
      $0.timeZone = timeZone
      $0.locale = Locale(identifier: "de")
    } operation: {
      String(localized: "Due: \(date, format: Date.FormatStyle(date: .numeric, time: .shortened))")
    }
    #expect(result == "Due: \(text)")
  }

  @Test func `Numbers have the format of the locale`() {
    #expect(text("\(12345) books", "en") == "12,345 books")
    #expect(text("\(1234.5)", "de") == "1.234,5")
    let key = LocalizedStringKey(key: "%.2lf m", arguments: [.number(1.5)])
    #expect(text(key, "de") == "1,50 Meter")
    #expect(
      text(LocalizedStringKey(key: "%02lld:00", arguments: [.integer(7)]), "de") == "07 Uhr")
  }

  @Test(arguments: [(0, "0 книг"), (1, "1 книга"), (3, "3 книги"), (5, "5 книг"), (21, "21 книга")])
  func `A text varies by the plural rules of its language`(count: Int, text: String) {
    #expect(self.text("\(count) books", "ru") == text)
  }

  @Test(arguments: [(0, "No books"), (1, "1 book"), (2, "2 books")])
  func `The form for zero is used in all languages`(count: Int, text: String) {
    #expect(self.text("\(count) books", "en") == text)
  }

  @Test func `Several parts of a text can vary`() {
    #expect(text("\(1) books on \(2) shelves", "en") == "1 book on 2 shelves")
    #expect(text("\(2) books on \(1) shelves", "en") == "2 books on one shelf")
  }

  @Test func `A missing text falls back to the source language and is reported`() {
    withKnownIssue {
      let text = text("\(1) books on \(2) shelves", "de")
      #expect(text == "1 book on 2 shelves")
    } matching: { issue in
      issue.description.contains("%lld books on %lld shelves") && issue.description.contains("de")
    }
    withKnownIssue {
      let text = text("Missing \(1)", "en")
      #expect(text == "Missing 1")
    } matching: {
      $0.description.contains("Missing %lld")
    }
  }

  @Test func `A text that needs no translation isn't reported`() {
    #expect(text("Cairn", "de") == "Cairn")
    #expect(text("\(1) – \(2.5)", "de") == "1 – 2,5")
    #expect(text(LocalizedStringKey(verbatim: "Save"), "de") == "Save")
  }

  @Test func `Without a catalog, a text is its literal`() {
    let count = 1234
    #expect(String(localized: "\(count)% of \("all")") == "1234% of all")
    #expect(String(localized: "\(1.5) m") == "1.5 m")
  }

  @Test func `A key survives encoding`() throws {
    let key: LocalizedStringKey = "\(3) books"
    let decoded = try JSONDecoder().decode(
      LocalizedStringKey.self, from: JSONEncoder().encode(key))
    #expect(decoded == key)
    let text = withDependencies {
      $0.strings = catalog
      $0.locale = Locale(identifier: "ru")
    } operation: {
      String(localized: decoded)
    }
    #expect(text == "3 книги")
    let verbatim = try JSONDecoder().decode(LocalizedStringKey.self, from: Data(#""Save""#.utf8))
    #expect(self.text(verbatim, "de") == "Save")
  }

  @Test func `Missing translations are listed`() {
    let missing = catalog.missingTranslations(in: [
      .english, .german, Language("ru"),
    ])
    let german = missing.filter { $0.language == .german }.map(\.key)
    #expect(german == ["%lld books", "%lld books on %lld shelves", "New"])
    #expect(missing.contains { $0.description == #"ru: "Save""# })
    #expect(!missing.contains { $0.key == "Cairn" || $0.key == "Old" })
  }

  /// Returns a catalog with one key, in Russian.
  private func russian(
    _ key: String, _ localization: String, source: String = "en"
  ) throws -> StringCatalog {
    try StringCatalog(
      #"{"sourceLanguage":"\#(source)","strings":{"\#(key)":{"localizations":{"ru":\#(localization)}}}}"#
        .utf8)
  }

  private static func plural(_ categories: String...) -> String {
    let forms = categories.map { #""\#($0)":{"stringUnit":{"value":"%arg \#($0)"}}"# }
    return #"{"plural":{\#(forms.joined(separator: ","))}}"#
  }

  @Test func `A translation without a plural category of its language is missing`() throws {
    for (categories, count) in [
      (Self.plural("one", "few", "many", "other"), 0), (Self.plural("one", "few", "other"), 1),
      (Self.plural("other"), 1),
    ] {
      let substitutions = #""substitutions":{"n":{"variations":\#(categories)}}"#
      let unit = #""stringUnit":{"value":"%#@n@"},\#(substitutions)"#
      let catalog = try russian("%lld", "{\(unit)}")
      let key = try russian("%lld books", "{\(unit)}")
      #expect(catalog.missingTranslations(in: [Language("ru")]).isEmpty)
      #expect(key.missingTranslations(in: [Language("ru")]).count == count)
    }
  }

  @Test func `A substitution can vary by device`() throws {
    let forms = Self.plural("one", "few", "many", "other")
    let catalog = try russian(
      "%lld books",
      #"""
      {"stringUnit":{"value":"(%#@n@)"},"substitutions":{"n":{"variations":{"device":{
        "mac":{"stringUnit":{"value":"x"}},"other":{"variations":\#(forms)}}}}}}
      """#
    )
    let texts = [1, 3, 5].map { catalog.text("%lld books", [.integer($0)], in: russia).text }
    #expect(texts == ["(1 one)", "(3 few)", "(5 many)"])
  }

  private var russia: Locale { Locale(identifier: "ru") }

  @Test func `A format in a literal without values is shown as it is`() throws {
    let catalog = try russian("Write %@ here", #"{"stringUnit":{"value":"%@ тут"}}"#)
    #expect(catalog.text("Write %@ here", [], in: russia).text == "%@ тут")
    #expect(catalog.text("Write %@ here", [.text("it")], in: russia).text == "it тут")
    let english = Locale(identifier: "en")
    #expect(catalog.text("Write %@ here", [], in: english).text == "Write %@ here")
  }

  @Test(arguments: [("zh-Hans", "zh-Hant", 1), ("en-US", "en-GB", 1), ("en", "en-GB", 0)])
  func `A language of another script or region needs translations`(
    source: String, language: String, count: Int
  ) throws {
    let catalog = try russian("Save", #"{"stringUnit":{"value":"x"}}"#, source: source)
    #expect(catalog.missingTranslations(in: [Language(language)]).count == count)
    let isFound = catalog.text("Save", [], in: Locale(identifier: language)).isFound
    #expect(isFound == (count == 0))
  }

  @Test func `Unused keys are listed`() throws {
    let sources = [
      #"""
      // Text("Old")
      Text("Save"); Text("Hello, \(user.name ?? "Tap")"); Text("\(a(1)) by \(b)")
      /* "New" */ let text = "\(percent)% of \(total)"; let regex = #/"/#
      """#,
      "let a = #\"100% sure\"#\nlet b = \"\"\"\n  \\(count) books \\\n  on \\(shelves) shelves\n  \"\"\"",
    ]
    let unused = catalog.unusedKeys(in: try SwiftSources(files: sources.map { ("", $0) }))
    #expect(unused == ["%.2lf m", "%02lld:00", "%lld books", "Cairn", "New", "Old"])
  }

  @Test func `Literals without a key are listed`() throws {
    let source = #"""
      Text("Save"); Text("Hello, \(user)"); Text("\(a) by \(b)"); Text("\(percent)% of \(total)")
      Text("Hello"); Text("Hi, \(user)"); Text("%lld books"); Text("\(count) books")
      Text(""); Text("→ 1"); Text("\(a): \(b)"); Text("Old"); Text("Save \(a)"); Text("100% sure")
      """#
    let sources = try SwiftSources(files: [("Shop.swift", source)])
    let found = catalog.unknownLiterals(in: sources).map(\.description)
    #expect(
      found == [
        #"Shop.swift:2: "Hello""#, #"Shop.swift:2: "Hi, \(user)""#, #"Shop.swift:3: "Save \(a)""#,
      ])
  }

  @Test(arguments: [
    ("", "isn't valid JSON"), ("[]", "isn't valid"), ("{}", "'sourceLanguage' is missing"),
    (#"{"sourceLanguage":"en"}"#, "'strings' is missing"),
  ])
  func `A file that isn't a catalog is rejected`(json: String, reason: String) {
    let error = #expect(throws: StringCatalogError.self) { try StringCatalog(json.utf8) }
    #expect(error?.description.hasPrefix("Localizable.xcstrings: ") == true)
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    ("%@", #"{"stringUnit":{"state":"translated","value":"%q"}}"#, "'%q' isn't a supported format"),
    ("%@", #"{"stringUnit":{"state":"translated","value":"50%"}}"#, "'%' isn't a supported"),
    ("%@", #"{"stringUnit":{"state":"translated","value":"%2$@"}}"#, "uses value 2"),
    ("%@", #"{"stringUnit":{"state":"translated","value":"%0$@"}}"#, "begin with 1"),
    ("%@", #"{"stringUnit":{"state":"translated","value":"%#@a"}}"#, "isn't a substitution"),
    ("%@", #"{"stringUnit":{"state":"translated","value":"%#@a@"}}"#, "no substitution 'a'"),
    ("%@", #"{"stringUnit":{"state":"translated"}}"#, "'value' is missing"),
    ("%@", "{}", "There is no text"),
    ("A", #"{"variations":{"plural":{"other":{"stringUnit":{"value":"x"}}}}}"#, "no number"),
    (
      "%d", #"{"variations":{"plural":{"one":{"stringUnit":{"value":"x"}}}}}"#, "'other' is missing"
    ),
    (
      "%d", #"{"variations":{"plural":{"some":{"stringUnit":{"value":"x"}}}}}"#,
      "'some' isn't a plural category"
    ),
  ])
  func `An error names the key and the language`(key: String, text: String, reason: String) {
    let json =
      #"{"sourceLanguage":"en","strings":{"\#(key)":{"localizations":{"de":\#(text)}}}}"#
    let error = #expect(throws: StringCatalogError.self) {
      try StringCatalog(json.utf8, name: "Shop.xcstrings")
    }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    #expect(
      error?.description.hasPrefix("Shop.xcstrings, key \"\(key)\", language de: ") == true)
  }

  @Test func `A file that doesn't exist is rejected`() {
    let error = #expect(throws: StringCatalogError.self) {
      try StringCatalog(contentsOfFile: "/none/Shop.xcstrings")
    }
    #expect(error?.file == "/none/Shop.xcstrings")
  }

  @Test func `Merged catalogs have the keys of both`() throws {
    let own = try StringCatalog(#"{"sourceLanguage":"en","strings":{"A":{}}}"#.utf8)
    let merged = own.merging(catalog)
    #expect(merged.keys.contains("A"))
    #expect(merged.keys.contains("Save"))
  }
}
