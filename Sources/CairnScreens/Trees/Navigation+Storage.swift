import Foundation

// A path is stored as its `Codable` screens, with the names of their types.

extension NavigationPath {
  /// Returns the encoded path. It ends before the first screen that can't be encoded.
  package func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try Array(encoder.encode(map(StoredScreen.init).prefix { $0.screen != nil }))
  }
}

extension Navigation {
  /// Decodes a path as far as possible.
  ///
  /// - Returns: The path, and whether it was decoded completely. Returns `nil` if the root can't be decoded.
  package func decoded(_ bytes: [UInt8]) -> (path: NavigationPath, isWhole: Bool)? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.userInfo[.screenCodings] = Dictionary(
      codings().map { ($0.storedName, $0.type) }, uniquingKeysWith: { first, _ in first })
    guard let stored = try? decoder.decode([StoredScreen].self, from: Data(bytes)) else {
      return nil
    }
    let screens = stored.prefix { $0.screen != nil }.compactMap(\.screen)
    guard !screens.isEmpty else { return nil }
    return (NavigationPath(screens), screens.count == stored.count)
  }

  /// The screens of the tree that can't be stored or be in a URL, because they aren't `Codable`.
  package var unstoredScreens: [Any.Type] {
    codings().map(\.type).filter { !($0 is any Codable.Type) }
  }
}

extension CodingUserInfoKey {
  fileprivate static let screenCodings = CodingUserInfoKey(rawValue: "cairn.screenCodings")!
}

/// The stored form of a screen on a path. The screen is `nil` if it can't be encoded or decoded.
private struct StoredScreen: Codable {
  let screen: IdentifiedScreen?

  private enum CodingKeys: CodingKey { case type, value, id, appeared, tabs }

  init(_ screen: IdentifiedScreen) {
    self.screen = screen.content.base is any Codable ? screen : nil
  }

  func encode(to encoder: any Encoder) throws {
    guard let screen, let value = screen.content.base as? any Codable else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ScreenCoding.storedName(of: screen.content), forKey: .type)
    try container.encode(value, forKey: .value)
    try container.encode(screen.id, forKey: .id)
    if screen.hasAppeared { try container.encode(true, forKey: .appeared) }
    if let tabs = screen.otherTabs {
      try container.encode(
        tabs.map { $0.map(StoredScreen.init).prefix { $0.screen != nil }.map(\.self) },
        forKey: .tabs)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let types = decoder.userInfo[.screenCodings] as? [String: any Screen.Type]
    guard let type = types?[try container.decode(String.self, forKey: .type)],
      let coded = type as? any (Screen & Decodable).Type,
      let content = Self.screen(coded, in: container)
    else {
      screen = nil
      return
    }
    let tabs = try container.decodeIfPresent([[StoredScreen]].self, forKey: .tabs)
    screen = IdentifiedScreen(
      id: try container.decode(ScreenID.self, forKey: .id), content: content,
      hasAppeared: try container.decodeIfPresent(Bool.self, forKey: .appeared) ?? false,
      otherTabs: tabs?.map { $0.prefix { $0.screen != nil }.compactMap(\.screen) }
        .filter { !$0.isEmpty })
  }

  private static func screen<S: Screen & Decodable>(
    _ type: S.Type, in container: KeyedDecodingContainer<CodingKeys>
  ) -> AnyScreen? {
    (try? container.decode(S.self, forKey: .value)).map { AnyScreen($0) }
  }
}
