import Foundation

extension StringCatalog {
  /// The result of a lookup.
  struct Result {
    let text: String
    /// Whether the text is in the language, or needs no translation.
    let isFound: Bool
  }

  /// Returns the text for a key in the language of a locale.
  ///
  /// Without a text in this language, it's the text in the source language. If there is none, it's the key itself, with
  /// its values.
  func text(_ key: String, _ arguments: [StringArgument], in locale: Locale) -> Result {
    let choice = languages.choice(for: locale)
    let source = languages.choice(for: Locale(identifier: sourceLanguage.tag))
    guard let entry = entries[key] else {
      return Result(
        text: Self.plain(key, arguments, in: locale), isFound: !key.hasTranslatableText)
    }
    let isSource = choice.language.isForm(of: sourceLanguage)
    if let translation = entry.translation(choice.tags) {
      let text = Self.text(translation, arguments, choice.rules, locale)
      return Result(text: text, isFound: true)
    }
    let isFound = isSource || !entry.isTranslatable || !key.hasTranslatableText
    guard let translation = entry.translation(source.tags) else {
      return Result(text: Self.plain(key, arguments, in: locale), isFound: isFound)
    }
    return Result(
      text: Self.text(translation, arguments, source.rules, locale), isFound: isFound)
  }

  /// Returns a key with its values.
  static func plain(_ key: String, _ arguments: [StringArgument], in locale: Locale?) -> String {
    guard !arguments.isEmpty, let template = try? StringTemplate(key) else { return key }
    return Text(arguments: arguments, rules: PluralRules(), locale: locale, substitutions: [:])
      .string(template, nil)
  }

  private static func text(
    _ translation: CatalogEntry.Translation, _ arguments: [StringArgument], _ rules: PluralRules,
    _ locale: Locale
  ) -> String {
    switch translation {
    case .verbatim(let text): text
    case .format(let variation, let substitutions):
      Text(arguments: arguments, rules: rules, locale: locale, substitutions: substitutions)
        .string(variation, nil)
    }
  }

  /// Writes a translation with its values.
  private struct Text {
    let arguments: [StringArgument]
    let rules: PluralRules
    let locale: Locale?
    let substitutions: [String: CatalogEntry.Substitution]

    /// A value with its format.
    typealias Number = (argument: StringArgument, specifier: FormatSpecifier)

    func string(_ variation: CatalogEntry.Variation, _ number: Number?) -> String {
      switch variation {
      case .text(let template): return string(template, number)
      case .plural(let index, let specifier, let forms):
        let argument = number?.argument ?? argument(index)
        return form(forms, argument, specifier).map { string($0, number) } ?? ""
      }
    }

    func string(_ template: StringTemplate, _ number: Number?) -> String {
      // A literal without values can contain a format, for example to explain it.
      guard !arguments.isEmpty else { return template.format }
      var text = ""
      for piece in template.pieces {
        switch piece {
        case .text(let literal): text += literal
        case .argument(let index, let specifier):
          if let argument = argument(index) { text += specifier.string(argument, in: locale) }
        case .number:
          if let number { text += number.specifier.string(number.argument, in: locale) }
        case .substitution(let name, let index):
          guard let substitution = substitutions[name],
            let argument = argument(substitution.index ?? index)
          else { continue }
          text += string(substitution.text, (argument, substitution.specifier))
        }
      }
      return text
    }

    private func argument(_ index: Int) -> StringArgument? {
      arguments.indices.contains(index) ? arguments[index] : nil
    }

    private func form(
      _ forms: [PluralCategory: CatalogEntry.Variation], _ argument: StringArgument?,
      _ specifier: FormatSpecifier
    ) -> CatalogEntry.Variation? {
      let digits = argument?.digits(fraction: specifier.precision)
      // As in Apple's catalogs, the form for zero is used for 0 in every language.
      if digits == "0", let zero = forms[.zero] { return zero }
      let category = digits.flatMap { rules.category(of: $0) } ?? .other
      return forms[category] ?? forms[.other]
    }
  }
}

extension CatalogEntry {
  /// Returns the translation with the first of several language tags.
  func translation(_ tags: [String]) -> Translation? {
    tags.lazy.compactMap { translations[$0] }.first
  }
}

extension String {
  /// Whether a key contains letters, apart from the formats of its values.
  var hasTranslatableText: Bool {
    guard let template = try? StringTemplate(self) else { return true }
    return template.pieces.contains { piece in
      guard case .text(let text) = piece else { return false }
      return text.unicodeScalars.contains(where: \.properties.isAlphabetic)
    }
  }
}
