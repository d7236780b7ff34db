import CairnBytes

extension Location {
  /// A name and a value in a URL's query, decoded; equal where their bytes are.
  public struct QueryItem: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value; empty where the URL has none.
    public var value: String

    /// An item of a decoded name and value.
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

    /// The item in a URL, percent-encoded.
    package var encoded: String {
      var text = ""
      PercentCoding.append(name, to: &text)
      text += "="
      PercentCoding.append(value, to: &text)
      return text
    }
  }

  /// The items of a query: what follows the `?` of a URL, as it stands there.
  ///
  /// As browsers write forms, a `+` is a space. A `%` that two hex digits do not follow stands for
  /// itself, and what is not UTF-8 stays percent-encoded.
  package static func items(_ query: String) -> [QueryItem] { items(query.utf8[...]) }

  static func items(_ query: Substring.UTF8View) -> [QueryItem] {
    URLQuery.items(query).map { QueryItem($0.name, $0.value) }
  }

  /// The query, percent-encoded, without its `?`.
  package var encodedQuery: String {
    query.map(\.encoded).joined(separator: "&")
  }
}
