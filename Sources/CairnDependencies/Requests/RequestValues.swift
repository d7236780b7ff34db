package import Foundation

/// The values of a ``RequestInfo``.
package struct RequestValues: Equatable, Sendable {
  package var timeZone: TimeZone?
  package var colorScheme: ColorScheme?
  package var userAgent: String?
  package var clientAddress: String?
  package var id: String?
  /// The tags of the preferred languages.
  package var languageTags: [String]

  package init(
    timeZone: TimeZone? = nil, colorScheme: ColorScheme? = nil, userAgent: String? = nil,
    clientAddress: String? = nil, id: String? = nil, languageTags: [String] = []
  ) {
    self.timeZone = timeZone
    self.colorScheme = colorScheme
    self.userAgent = userAgent
    self.clientAddress = clientAddress
    self.id = id
    self.languageTags = languageTags
  }

  /// Returns whether a field has the same value in both.
  package func hasEqual(_ field: RequestFields, in other: Self) -> Bool {
    switch field {
    case .timeZone: timeZone == other.timeZone
    case .colorScheme: colorScheme == other.colorScheme
    case .userAgent: userAgent == other.userAgent
    case .clientAddress: clientAddress == other.clientAddress
    case .id: id == other.id
    case .languages: languageTags == other.languageTags
    default: self == other
    }
  }
}

/// A set of the fields of a ``RequestInfo``.
package struct RequestFields: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let timeZone = Self(rawValue: 1)
  package static let colorScheme = Self(rawValue: 2)
  package static let userAgent = Self(rawValue: 4)
  package static let clientAddress = Self(rawValue: 8)
  package static let id = Self(rawValue: 16)
  package static let languages = Self(rawValue: 32)
}
