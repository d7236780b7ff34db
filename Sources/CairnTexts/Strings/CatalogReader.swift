import Foundation

/// Reads a key of a string catalog and its translations.
struct CatalogReader {
  let file: String
  let key: String
  let sourceLanguage: Language

  /// Decodes a file, with errors that name the key and the language.
  static func decode(_ data: Data, name: String) throws(StringCatalogError) -> CatalogFile {
    do {
      return try JSONDecoder().decode(CatalogFile.self, from: data)
    } catch let error as DecodingError {
      let (path, reason) = description(of: error)
      throw StringCatalogError(
        file: name, key: path.count > 1 && path[0] == "strings" ? path[1] : nil,
        language: path.count > 3 && path[2] == "localizations" ? Language(path[3]) : nil,
        reason: reason)
    } catch {
      throw StringCatalogError(
        file: name, key: nil, language: nil,
        reason: "The file isn't a string catalog: \(error.localizedDescription)")
    }
  }

  private static func description(of error: DecodingError) -> (path: [String], reason: String) {
    switch error {
    case .keyNotFound(let key, let context):
      let path = context.codingPath.map(\.stringValue)
      return (path, "'\(key.stringValue)' is missing.")
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      let path = context.codingPath.map(\.stringValue)
      return (path, "'\(path.last ?? "")' isn't valid. \(context.debugDescription)")
    case .dataCorrupted(let context):
      return (context.codingPath.map(\.stringValue), "The file isn't valid JSON.")
    @unknown default: return ([], "The file isn't a string catalog.")
    }
  }

  /// Returns a key with its translations.
  func entry(_ entry: CatalogFile.Entry) throws(StringCatalogError) -> CatalogEntry {
    var result = CatalogEntry()
    result.isTranslatable = entry.shouldTranslate ?? true
    result.isStale = entry.extractionState == "stale"
    let arguments = keyArguments
    for (tag, localization) in entry.localizations ?? [:] {
      let language = Language(tag)
      do {
        let isWritten = try read(localization, arguments, language, into: &result)
        if !isWritten { result.incomplete.insert(tag.lowercased()) }
      } catch {
        throw StringCatalogError(file: file, key: key, language: language, reason: error.reason)
      }
    }
    return result
  }

  /// The values that the key contains. It's empty for a key without values, even if it contains a percent sign.
  private var keyArguments: [Int: FormatSpecifier] {
    (try? StringTemplate(key))?.arguments ?? [:]
  }

  /// Adds a translation to an entry.
  /// - Returns: Whether the translation is complete.
  private func read(
    _ localization: CatalogFile.Localization, _ arguments: [Int: FormatSpecifier],
    _ language: Language, into entry: inout CatalogEntry
  ) throws(StringTemplate.Failure) -> Bool {
    let tag = language.tag.lowercased()
    if arguments.isEmpty, let unit = localization.stringUnit {
      // A text without a translation is shown in the source language.
      guard unit.isWritten else { return false }
      entry.translations[tag] = .verbatim(unit.value)
      return true
    }
    var isComplete = true
    let count = (arguments.keys.max() ?? -1) + 1
    let number = arguments.sorted { $0.key < $1.key }.first { $0.value.kind != .object }
    let variation = CatalogFile.Variation(
      stringUnit: localization.stringUnit, variations: localization.variations)
    let context = Context(
      number: number.map { ($0.key, $0.value) }, isSubstitution: false, language: language,
      count: count)
    let text = try self.variation(variation, context, &isComplete)
    var substitutions: [String: CatalogEntry.Substitution] = [:]
    for (name, substitution) in localization.substitutions ?? [:] {
      substitutions[name] = try self.substitution(
        name, substitution, context, arguments, &isComplete)
    }
    for name in text.substitutionNames where substitutions[name] == nil {
      throw StringTemplate.Failure(reason: "There is no substitution '\(name)'.")
    }
    entry.translations[tag] = .format(text, substitutions)
    return isComplete
  }

  /// The surroundings of a text.
  private struct Context {
    /// The number by which the text varies.
    var number: (index: Int, specifier: FormatSpecifier)?
    var isSubstitution: Bool
    let language: Language
    /// The number of values of the key.
    let count: Int
  }

  private func substitution(
    _ name: String, _ substitution: CatalogFile.Substitution, _ context: Context,
    _ arguments: [Int: FormatSpecifier], _ isComplete: inout Bool
  ) throws(StringTemplate.Failure) -> CatalogEntry.Substitution {
    var text = Substring(substitution.formatSpecifier ?? "lld").unicodeScalars
    guard let specifier = FormatSpecifier.read(&text), text.isEmpty else {
      throw StringTemplate.Failure(
        reason: "'\(substitution.formatSpecifier ?? "")' isn't a format of a substitution.")
    }
    if let position = substitution.argNum, !(1...max(1, context.count)).contains(position) {
      throw StringTemplate.Failure(
        reason: "The substitution '\(name)' uses value \(position) of \(context.count).")
    }
    let variations = substitution.variations
    guard variations.plural != nil || variations.device != nil else {
      throw StringTemplate.Failure(reason: "The substitution '\(name)' has no plural forms.")
    }
    var inner = context
    inner.isSubstitution = true
    inner.number = (0, specifier)
    let forms = try variation(
      CatalogFile.Variation(variations: variations), inner, &isComplete)
    return CatalogEntry.Substitution(
      index: substitution.argNum.map { $0 - 1 }, specifier: specifier, text: forms)
  }

  private func variation(
    _ variation: CatalogFile.Variation, _ context: Context, _ isComplete: inout Bool
  ) throws(StringTemplate.Failure) -> CatalogEntry.Variation {
    if let unit = variation.stringUnit {
      if !unit.isWritten { isComplete = false }
      return .text(try template(unit.value, context))
    }
    if let plural = variation.variations?.plural {
      guard let number = context.number else {
        throw StringTemplate.Failure(
          reason: "The text varies by plural, but the key contains no number such as '%lld'.")
      }
      return .plural(number.index, number.specifier, try forms(plural, context, &isComplete))
    }
    if let devices = variation.variations?.device {
      guard let other = devices["other"] else {
        throw StringTemplate.Failure(
          reason: "The text varies by device, but has no variation 'other'.")
      }
      return try self.variation(other, context, &isComplete)
    }
    throw StringTemplate.Failure(reason: "There is no text.")
  }

  private func forms(
    _ plural: [String: CatalogFile.Variation], _ context: Context, _ isComplete: inout Bool
  ) throws(StringTemplate.Failure) -> [PluralCategory: CatalogEntry.Variation] {
    var forms: [PluralCategory: CatalogEntry.Variation] = [:]
    for (name, form) in plural {
      guard let category = PluralCategory(rawValue: name) else {
        throw StringTemplate.Failure(
          reason: "'\(name)' isn't a plural category. Use zero, one, two, few, many, or other.")
      }
      forms[category] = try variation(form, context, &isComplete)
    }
    guard forms[.other] != nil else {
      throw StringTemplate.Failure(reason: "The plural form 'other' is missing.")
    }
    let categories = PluralRules.rules(for: context.language).categories
    if categories.contains(where: { forms[$0] == nil }) { isComplete = false }
    return forms
  }

  private func template(
    _ format: String, _ context: Context
  ) throws(StringTemplate.Failure) -> StringTemplate {
    let template = try StringTemplate(format, isSubstitution: context.isSubstitution)
    for piece in template.pieces {
      if context.isSubstitution, case .substitution(let name, _) = piece {
        throw StringTemplate.Failure(
          reason: "The substitution '\(name)' is used in a substitution, which isn't supported.")
      }
      let index: Int
      switch piece {
      case .argument(let argument, _), .substitution(_, let argument): index = argument
      case .text, .number: continue
      }
      guard index < context.count else {
        throw StringTemplate.Failure(
          reason: "The text uses value \(index + 1), but the key contains \(context.count).")
      }
    }
    return template
  }
}

extension CatalogFile.Unit {
  /// Whether a translator has written the text.
  fileprivate var isWritten: Bool { state != "new" && !value.isEmpty }
}

extension CatalogEntry.Variation {
  /// The names of the substitutions in the text.
  fileprivate var substitutionNames: Set<String> {
    switch self {
    case .text(let template):
      var names: Set<String> = []
      for case .substitution(let name, _) in template.pieces { names.insert(name) }
      return names
    case .plural(_, _, let forms):
      return forms.values.reduce(into: []) { $0.formUnion($1.substitutionNames) }
    }
  }
}
