import CairnDependencies
import CairnFeatures
import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// Fields for numbers in the user's language.
@Suite struct NumberFieldTests {
  private func number(_ typed: String, in identifier: String) -> String? {
    NumberSymbols.of(Locale(identifier: identifier)).number(typed)
  }

  @Test(arguments: [
    ("en_US", "2.5", "2.5"), ("en_US", "1,234.5", "1234.5"), ("en_US", "1,234", "1234"),
    ("en_US", "-1,234,567", "-1234567"), ("en_US", "2,5", "2.5"), ("en_US", "1.234", "1.234"),
    ("en_US", "1.234.567", "1234567"), ("en_US", "1.234,5", "1234.5"), ("en_US", "0,125", "0.125"),
    ("de_DE", "2,5", "2.5"), ("de_DE", "1.234,5", "1234.5"), ("de_DE", "1.234", "1234"),
    ("de_DE", "2.5", "2.5"), ("de_DE", "1,234.50", "1234.50"), ("de_DE", "1 234,5", "1234.5"),
    ("de_DE", "−2,5", "-2.5"), ("de_DE", "2,5e3", "2.5e3"),
    ("fr_FR", "1\u{202F}234,5", "1234.5"), ("fr_FR", "1 234", "1234"), ("fr_FR", "1.234", "1.234"),
    ("de_CH", "1’234.5", "1234.5"), ("de_CH", "1'234", "1234"),
    ("en_IN", "12,34,567.5", "1234567.5"),
    ("ar_EG", "٢٫٥", "2.5"), ("ar_EG", "١٬٢٣٤٫٥", "1234.5"), ("ar_EG", "\u{61C}-٣", "-3"),
    ("ar_EG", "2.5", "2.5"), ("fa_IR", "۲٫۵", "2.5"), ("en_US", "٢٫٥", "2.5"),
    ("en_US", ".5", ".5"), ("en_US", "abc", "abc"), ("en_US", "", ""),
  ])
  func `A number is read as its user writes it`(
    identifier: String, typed: String, expected: String
  ) {
    #expect(number(typed, in: identifier) == expected)
  }

  @Test(arguments: [
    ("en_US", "1,23,4"), ("en_US", "12,34.5"), ("en_US", "1234,567.5"), ("de_DE", "1.2.3"),
    ("de_DE", "1.234 567,5"), ("en_US", "1,234,56"),
  ])
  func `Misplaced separators aren't guessed`(identifier: String, typed: String) {
    #expect(number(typed, in: identifier) == nil)
  }

  private func inLocale<Result>(_ identifier: String, _ operation: () throws -> Result) rethrows
    -> Result
  {
    try withDependencies {
      $0.locale = Locale(identifier: identifier)
    } operation: {
      try operation()
    }
  }

  @Test func `A field shows and reads the number of its locale without groups`() {
    let price = Box(1234.5)
    let field = TextField("Price", value: price.binding, format: .number)
    inLocale("de_DE") {
      #expect(content(field).contains(" value=\"1234,5\""))
      #expect(submit("1234,5", to: field) == .unchanged)
      #expect(submit("2,75", to: field) == .applied)
      #expect(content(field).contains(" value=\"2,75\""))
      #expect(submit("zwei", to: field) == .refused(.system(.notNumber("zwei"))))
    }
    #expect(price.value == 2.75)
    inLocale("ar_EG") {
      #expect(content(field).contains(" value=\"٢٫٧٥\""))
      #expect(submit("٣", to: field) == .applied)
    }
    #expect(price.value == 3)
  }

  @Test func `The locale of the environment applies to a field and its handler`() {
    let count = Box<Int?>(1234)
    let view = TextField("Count", value: count.binding, format: .number)
      .environment(\.locale, Locale(identifier: "ar_EG"))
    inLocale("en_US") {
      #expect(content(view).contains(" value=\"١٢٣٤\""))
      #expect(submit("٢٬٠٠٠", to: view) == .applied)
      #expect(count.value == 2000)
      #expect(submit("", to: view) == .applied)
      #expect(count.value == nil)
    }
  }

  @Test func `Whole numbers have no fraction`() {
    let count = Box(3)
    let field = TextField("Count", value: count.binding)
    inLocale("de_DE") {
      #expect(submit("2,5", to: field) == .refused(.system(.notWholeNumber("2,5"))))
      #expect(submit("1.000", to: field) == .applied)
    }
    inLocale("en_US") {
      #expect(submit("1.000", to: field) == .refused(.system(.notWholeNumber("1.000"))))
    }
    #expect(count.value == 1000)
  }

  @Test func `Numbers outside the range are rejected with the limit`() {
    let count = Box(3)
    let field = TextField("Count", value: count.binding, in: 1...12)
    #expect(submit("0", to: field) == .refused(.system(.numberBelowMinimum("1"))))
    #expect(submit("13", to: field) == .refused(.system(.numberAboveMaximum("12"))))
    #expect(submit("12", to: field) == .applied)
    let price = Box<Double?>(nil)
    let other = TextField("Price", value: price.binding, in: 0.5...9.5)
    inLocale("de_DE") {
      #expect(submit("0,4", to: other) == .refused(.system(.numberBelowMinimum("0,5"))))
      #expect(submit("9,6", to: other) == .refused(.system(.numberAboveMaximum("9,5"))))
    }
    #expect(submit("", to: other) == .unchanged)
    #expect(price.value == nil)
  }

  @Test func `Numbers between steps are rejected with the nearest ones`() {
    let count = Box(0)
    let field = TextField("Count", value: count.binding, in: -5...100, step: 10)
    #expect(
      submit("7", to: field) == .refused(.system(.numberBetweenSteps(below: "5", above: "15"))))
    #expect(submit("99", to: field) == .refused(.system(.numberAboveMaximum("95"))))
    #expect(submit("25", to: field) == .applied)
    let whole = TextField("Count", value: count.binding, step: 2)
    #expect(
      submit("-3", to: whole) == .refused(.system(.numberBetweenSteps(below: "-4", above: "-2"))))
    let huge = "\(Int.max)"
    #expect(submit(huge, to: whole) != .applied)
    let price = Box(0.0)
    let other = TextField("Price", value: price.binding, in: 0...10, step: 0.1)
    for text in ["0.3", "0.7", "2.9"] { #expect(submit(text, to: other) == .applied) }
    #expect(
      submit("0.25", to: other)
        == .refused(.system(.numberBetweenSteps(below: "0.2", above: "0.3"))))
    #expect(price.value == 2.9)
  }

  @Test func `A step that isn't positive is ignored`() {
    let (count, price) = (Box(3), Box(1.5))
    #expect(submit("4", to: TextField("Count", value: count.binding, step: 0)) == .applied)
    #expect(submit("2.25", to: TextField("Price", value: price.binding, step: -1)) == .applied)
  }

  @Test func `A range without negative numbers sets the keyboard`() {
    let (count, price) = (Box(3), Box(1.5))
    func input(_ view: some View) -> String {
      content(view).text(between: "<input", and: ">") ?? content(view)
    }
    let positive = input(TextField("Count", value: count.binding, in: 0...9))
    #expect(positive.contains(" type=\"text\" inputmode=\"numeric\" dir=\"auto\""))
    #expect(
      input(TextField("Price", value: price.binding, in: 0...9)).contains("inputmode=\"decimal\""))
    #expect(
      !input(TextField("Count", value: count.binding, in: -9...9)).contains("inputmode"))
    #expect(
      input(TextField("Count", value: count.binding, in: 0...9).keyboardType(.asciiCapable))
        .contains("inputmode=\"text\""))
  }

  @Test func `Formats of numbers follow the locale`() {
    let share = Box(0.5)
    let field = TextField(
      "Share", value: share.binding, format: .percent.precision(.fractionLength(1)))
    inLocale("de_DE") {
      #expect(content(field).contains(" value=\"50,0\u{A0}%\""))
      #expect(submit("12,5 %", to: field) == .applied)
    }
    #expect(share.value == 0.125)
  }

  @Test func `Content types set the keyboard and the autocompletion`() {
    func input(_ view: some View) -> String {
      content(view).text(between: "<input", and: ">") ?? content(view)
    }
    let text = Binding<String>.constant("")
    let field = TextField("T", text: text)
    for (view, expected) in [
      (
        field.textContentType(.emailAddress),
        " inputmode=\"email\" dir=\"auto\" autocomplete=\"email\""
      ),
      (
        field.textContentType(.telephoneNumber),
        " inputmode=\"tel\" dir=\"auto\" autocomplete=\"tel\""
      ),
      (field.textContentType(.URL), " inputmode=\"url\" dir=\"auto\" autocomplete=\"url\""),
      (
        field.textContentType(.oneTimeCode),
        " inputmode=\"numeric\" dir=\"auto\" autocomplete=\"one-time-code\""
      ),
    ] {
      #expect(input(view).contains(" type=\"text\"" + expected))
    }
    for (type, expected) in [
      (KeyboardType.emailAddress, " type=\"email\" inputmode=\"email\" dir=\"ltr\""),
      (.URL, " type=\"url\" inputmode=\"url\" dir=\"ltr\""),
      (.phonePad, " type=\"tel\" inputmode=\"tel\""),
      (.webSearch, " type=\"search\" inputmode=\"search\" dir=\"auto\""),
    ] {
      #expect(input(field.keyboardType(type)).contains(expected))
    }
    let code = SecureField("PIN", text: .constant(Secret())).keyboardType(.numberPad)
    #expect(input(code).contains(" type=\"password\" inputmode=\"numeric\""))
  }
}
