import Foundation

extension Language {
  /// The name of the language in the language itself, such as “Deutsch”.
  public var localizedName: String {
    let locale = Locale(identifier: tag)
    guard let name = locale.localizedString(forIdentifier: tag), let first = name.first else {
      return tag
    }
    return first.uppercased(with: locale) + name.dropFirst()
  }
}

extension Character {
  fileprivate func uppercased(with locale: Locale) -> String {
    String(self).uppercased(with: locale)
  }
}
