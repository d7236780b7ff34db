import Testing

@testable import CairnTexts

@Suite struct LanguageDirectionTests {
  @Test(arguments: ["ar", "ar-EG", "AR", "he", "fa", "ur", "ps", "yi", "az-Arab", "pa-arab-PK"])
  func `A language with a script from right to left`(tag: String) {
    #expect(Language(tag).direction == .rightToLeft)
  }

  @Test(arguments: ["en", "de-AT", "zh-Hant", "az", "ku", "ar-Latn", "uz-Latn", "", "-"])
  func `A language with another script`(tag: String) {
    #expect(Language(tag).direction == .leftToRight)
  }
}
