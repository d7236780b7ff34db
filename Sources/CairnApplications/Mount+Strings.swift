package import CairnTexts

extension Mount {
  /// Returns a line for each translation that the application's string catalog lacks, and for each of its keys that the
  /// sources don't contain.
  /// - Parameter sources: The application's sources. Without sources, unused keys aren't determined.
  /// - Throws: An error in the catalog.
  package func stringFindings(in sources: SwiftSources?) throws -> [String] {
    if let catalogError { throw catalogError }
    guard let strings = localization.strings else { return [] }
    let missing = strings.missingTranslations(in: localization.languages)
    let unused = sources.map { strings.unusedKeys(in: $0) } ?? []
    return missing.map { "\($0) is missing" } + unused.map { "\"\($0)\" is unused" }
  }
}

extension [Mount] {
  /// Returns a line for each literal in the sources that should be a key of one of the applications' catalogs, but isn't.
  ///
  /// If no application has a catalog, literals aren't keys.
  package func literalFindings(in sources: SwiftSources) -> [String] {
    let catalogs = compactMap(\.localization.strings)
    guard let first = catalogs.first else { return [] }
    let strings = catalogs.dropFirst().reduce(first) { $0.merging($1) }
    return strings.unknownLiterals(in: sources).map { "\($0) isn't in the string catalog" }
  }
}
