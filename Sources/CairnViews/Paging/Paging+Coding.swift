extension Paging: Encodable where Cursor: Encodable, Element: Encodable {
  /// Encodes the pages, without whether a page is being loaded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PagingKey.self)
    try container.encode(maximumPages, forKey: .maximumPages)
    try container.encode(loaded, forKey: .loaded)
    try container.encode(previous, forKey: .previous)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encode(count, forKey: .count)
  }
}

extension Paging: Decodable where Cursor: Decodable, Element: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: PagingKey.self)
    self.init(maximumPages: try container.decode(Int.self, forKey: .maximumPages))
    loaded = try container.decode([Loaded].self, forKey: .loaded)
    previous = try container.decode([Cursor?].self, forKey: .previous)
    next = try container.decodeIfPresent(Cursor.self, forKey: .next)
    count = try container.decode(Int.self, forKey: .count)
  }
}

private enum PagingKey: CodingKey { case maximumPages, loaded, previous, next, count }
