public import CairnDependencies

extension RequestInfo {
  /// The languages that the browser asks for in `Accept-Language`, in order of preference. It's empty if the request
  /// doesn't have this header.
  ///
  /// Use it for content that the application has in other languages than its pages. A page is in the first of these
  /// languages that the application has, unless the user has chosen a different language. See ``LanguageChoice``.
  ///
  /// ```swift
  /// @Dependency(\.request.languages) var languages
  ///
  /// let subtitles = languages.first { film.subtitles.contains($0) }
  /// ```
  public var languages: [Language] {
    get { languageTags.map { Language($0) } }
    set { languageTags = newValue.map(\.tag) }
  }
}
