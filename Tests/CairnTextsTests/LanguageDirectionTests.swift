import Testing

@testable import CairnTexts

@Suite struct LanguageDirectionTests {
  @Test(arguments: [
    "ar", "ar-EG", "AR", "he", "fa", "ur", "ps", "yi", "az-Arab", "pa-arab-PK",
    "ar-u-nu-latn", "ar-x-latn", "fa-1996",
  ])
  func `A language with a script from right to left`(tag: String) {
    #expect(Language(tag).direction == .rightToLeft)
  }

  @Test(arguments: [
    "en", "de-AT", "zh-Hant", "az", "ku", "ar-Latn", "uz-Latn", "", "-",
    "de-u-nu-arab", "az-x-arab",
  ])
  func `A language with another script`(tag: String) {
    #expect(Language(tag).direction == .leftToRight)
  }

  @Test(arguments: [
    ("en", "en", true), ("en-GB", "en", true), ("en", "EN-us", true), ("en-GB", "en-US", false),
    ("zh-Hant", "zh-Hans", false), ("zh-Hant-TW", "zh-Hant", true), ("zh", "zh-Hans", true),
    ("de", "en", false), ("", "en", false),
  ])
  func `A language with a region is a form of the language`(
    tag: String, other: String, isForm: Bool
  ) {
    #expect(Language(tag).isForm(of: Language(other)) == isForm)
    #expect(Language(other).isForm(of: Language(tag)) == isForm)
  }
}
