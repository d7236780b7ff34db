import CairnBytes

extension Location {
  /// A decoded name and value in the query of a URL. Two items are equal if their bytes are equal.
  public struct QueryItem: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value. It's empty if the URL contains no value.
    public var value: String

    /// Creates an item from a decoded name and value.
    public init(_ name: String, _ value: String = "") {
      self.name = name
      self.value = value
    }

    public static func == (one: Self, other: Self) -> Bool {
      one.name.hasSameBytes(as: other.name) && one.value.hasSameBytes(as: other.value)
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(bytesOf: name)
      hasher.combine(bytesOf: value)
    }

    /// The percent-encoded item, as in a URL.
    package var encoded: String {
      var text = ""
      PercentCoding.append(name, to: &text)
      text += "="
      PercentCoding.append(value, to: &text)
      return text
    }
  }

  /// Returns the items of a query, which is the part of a URL after the `?`.
  ///
  /// As in forms of browsers, a `+` is a space. A `%` that isn't followed by two hexadecimal digits is kept as
  /// it is. Bytes that aren't UTF-8 remain percent-encoded.
  package static func items(_ query: String) -> [QueryItem] { items(query.utf8[...]) }

  static func items(_ query: Substring.UTF8View) -> [QueryItem] {
    URLQuery.items(query).map { QueryItem($0.name, $0.value) }
  }

  /// The percent-encoded query, without the `?`.
  package var encodedQuery: String {
    query.map(\.encoded).joined(separator: "&")
  }
}
