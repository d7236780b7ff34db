import Testing

@testable import CairnTexts

/// The categories of numbers in languages. The numbers are samples from the Unicode CLDR.
@Suite struct PluralRulesTests {
  /// The sample numbers of each category, for one language of each set of rules.
  static let samples: [(languages: [String], samples: [PluralCategory: String])] = [
    (["ja", "zh", "th", "xx"], [.other: "0 1 2 15 100 1000 0.0 1.5 10.0"]),
    (["am", "fa", "hi"], [.one: "0 1 0.0 0.9 1.0 1.00", .other: "2 17 100 1.1 2.6 10.0"]),
    (["ff", "hy"], [.one: "0 1 0.0 1.5", .other: "2 17 100 2.0 3.5"]),
    (["de", "en", "nl", "sv", "de-AT"], [.one: "1", .other: "0 2 16 100 0.0 1.0 1.5"]),
    (["si"], [.one: "0 1 0.0 0.1 1.0 0.01", .other: "2 17 0.2 0.9 1.1 1.8"]),
    (["ak", "pa"], [.one: "0 1 0.0 1.0 1.000", .other: "2 17 0.1 0.9 1.1"]),
    (["tzm"], [.one: "0 1 11 24 99 11.0", .other: "2 10 100 106 0.1 10.1"]),
    (["tr", "hu", "el", "nb"], [.one: "1 1.0 1.00", .other: "0 2 16 0.9 1.1 10.0"]),
    (["da"], [.one: "1 0.1 1.6", .other: "0 2 16 0.0 2.0 3.4"]),
    (
      ["is"],
      [.one: "1 21 31 101 1.0 0.1 1.1 2.1", .other: "0 2 11 16 100 0.0 0.2 1.2 10.0"]
    ),
    (["mk"], [.one: "1 21 101 0.1 1.1 10.1", .other: "0 2 11 16 0.0 0.2 1.0 1.7"]),
    (["fil"], [.one: "0 3 5 7 10 21 0.0 0.3 0.5", .other: "4 6 9 14 0.4 0.6 0.9"]),
    (
      ["lv"],
      [
        .zero: "0 10 20 100 11 19 0.0 10.0 11.0", .one: "1 21 101 0.1 1.0 1.1 10.1",
        .other: "2 9 22 29 0.2 0.9 1.2 10.2",
      ]
    ),
    (["lag"], [.zero: "0 0.0", .one: "1 0.1 1.6", .other: "2 17 2.0 3.5"]),
    (["ksh"], [.zero: "0 0.0", .one: "1 1.0", .other: "2 17 0.1 0.9"]),
    (["he"], [.one: "1 0.0 0.9 0.00", .two: "2", .other: "0 3 17 1.0 2.5"]),
    (["se"], [.one: "1 1.0", .two: "2 2.0", .other: "0 3 17 0.9 1.1"]),
    (["shi"], [.one: "0 1 0.0 0.04", .few: "2 10 2.0", .other: "11 26 1.1 1.9"]),
    (["ro"], [.one: "1", .few: "0 2 16 102 1002 0.0 1.5", .other: "20 35 100 1000"]),
    (
      ["sr", "hr"],
      [
        .one: "1 21 101 0.1 1.1 10.1", .few: "2 4 22 24 102 0.2 1.4 10.2",
        .other: "0 5 19 100 11 12 0.0 0.5 1.0",
      ]
    ),
    (["fr"], [.one: "0 1 0.0 1.5", .many: "1000000", .other: "2 17 100 2.0 3.5"]),
    (["pt", "pt-BR"], [.one: "0 1 0.0 1.5", .many: "1000000", .other: "2 17 2.0"]),
    (["pt-PT", "it"], [.one: "1", .many: "1000000", .other: "0 2 16 0.0 1.5"]),
    (["es"], [.one: "1 1.0", .many: "1000000", .other: "0 2 16 0.0 0.9 1.1"]),
    (["gd"], [.one: "1 11 1.0", .two: "2 12", .few: "3 10 13 19", .other: "0 20 34 0.1"]),
    (["sl"], [.one: "1 101 201", .two: "2 102", .few: "3 4 103 0.0 1.5", .other: "0 5 19 100"]),
    (
      ["dsb"],
      [
        .one: "1 101 0.1 1.1", .two: "2 102 0.2", .few: "3 4 103 0.3 1.4",
        .other: "0 5 19 0.0 0.5 1.0",
      ]
    ),
    (["cs"], [.one: "1", .few: "2 3 4", .many: "0.0 1.5 10.0", .other: "0 5 19 100"]),
    (
      ["pl"],
      [.one: "1", .few: "2 4 22 24 102", .many: "0 5 19 100 11 21", .other: "0.0 1.5 10.0"]
    ),
    (
      ["be"],
      [.one: "1 21 101 1.0", .few: "2 4 22 2.0", .many: "0 5 19 11 14 0.0", .other: "0.1 1.5"]
    ),
    (["lt"], [.one: "1 21 101 1.0", .few: "2 9 22 2.0", .many: "0.1 1.7", .other: "0 10 11 20"]),
    (
      ["ru", "uk"],
      [.one: "1 21 101", .few: "2 4 22 102", .many: "0 5 11 14 19 100", .other: "0.0 1.5 10.0"]
    ),
    (
      ["br"],
      [
        .one: "1 21 81 101", .two: "2 22 82", .few: "3 4 9 23 103", .many: "1000000",
        .other: "0 5 8 10 20 71 72 0.1",
      ]
    ),
    (["mt"], [.one: "1", .two: "2", .few: "0 3 10 103", .many: "11 19 111", .other: "20 35 0.1"]),
    (["ga"], [.one: "1", .two: "2", .few: "3 6", .many: "7 10", .other: "0 11 25 0.1"]),
    (
      ["gv"],
      [.one: "1 11 21", .two: "2 12 22", .few: "0 20 40 100", .many: "0.0 1.5", .other: "3 10 13"]
    ),
    (
      ["kw"],
      [
        .zero: "0", .one: "1", .two: "2 22 102 1000 100000", .few: "3 23 103", .many: "21 41 101",
        .other: "4 19 100 1000000 0.1",
      ]
    ),
    (
      ["ar"],
      [
        .zero: "0 0.0", .one: "1", .two: "2", .few: "3 10 103", .many: "11 26 111",
        .other: "100 102 200 0.1 10.1",
      ]
    ),
    (["cy"], [.zero: "0", .one: "1", .two: "2", .few: "3", .many: "6", .other: "4 5 7 20 0.1"]),
  ]

  @Test(arguments: samples.flatMap { rule in rule.languages.map { ($0, rule.samples) } })
  func `Numbers have the categories of the CLDR`(
    language: String, samples: [PluralCategory: String]
  ) {
    let rules = PluralRules.rules(for: Language(language))
    for (category, numbers) in samples {
      for number in numbers.split(separator: " ") {
        #expect(rules.category(of: String(number)) == category, "\(number) in \(language)")
      }
    }
    #expect(Set(rules.categories) == Set(samples.keys))
  }

  @Test func `All rules of the table can be read`() {
    let unread = PluralRules.table.filter { PluralRules($0.rules) == nil }.map(\.languages)
    #expect(unread.isEmpty)
    let languages = PluralRules.table.flatMap { $0.languages.split(separator: " ") }
    #expect(languages.count == Set(languages).count)
  }

  @Test(arguments: ["i", "i = x", "i % 0 = 1", "i = 3..1", "i % = 1", "i == 1"])
  func `Other rules aren't read`(rule: String) {
    #expect(PluralRules([(.one, rule)]) == nil)
  }

  @Test(arguments: ["", "-", "x", "1.x", "1.2.3", "1.", "99999999999999999999999"])
  func `Other texts have no category`(text: String) {
    #expect(PluralRules.rules(for: .english).category(of: text) == nil)
  }

  @Test func `A sign has no effect`() {
    #expect(PluralRules.rules(for: .english).category(of: "-1") == .one)
  }
}
