/// An element of a navigation path, with the values for its view and its presentation style.
///
/// ```swift
/// struct DetailScreen: Screen, Codable {
///   let id: Int
///   var presentationStyle: ScreenPresentationStyle { .push }
/// }
/// ```
/// If a screen is `Codable`, it can be part of a URL. For example, `DetailScreen(id: 0)` is `detail?id=0`. The
/// screen's segment is its ``pathName``. Its properties are items of the query, or segments after its own
/// segment if they're listed in ``pathArguments``.
public protocol Screen: Hashable, Sendable {
  /// The presentation of the screen on top of the one before it.
  var presentationStyle: ScreenPresentationStyle { get }

  /// The segment in URLs. By default, it's the name of the type without `Screen`, in lowercase and with
  /// hyphens.
  static var pathName: String { get }

  /// The coding keys of the properties that are segments in URLs, in the order of the segments.
  ///
  /// The segments follow the segment of the screen. All other properties are in the query. By default, the
  /// array is empty.
  ///
  /// ```swift
  /// static var pathArguments: [any CodingKey] { [CodingKeys.id] }  // detail/0
  /// ```
  static var pathArguments: [any CodingKey] { get }
}

extension Screen {
  /// The name of the type without `Screen`, in lowercase and with hyphens.
  public static var pathName: String { ScreenName.segment(of: Self.self) }

  /// An empty array, so that all properties are in the query.
  public static var pathArguments: [any CodingKey] { [] }

  /// Returns the screen with its type erased.
  public func eraseToAnyScreen() -> AnyScreen { AnyScreen(self) }
}

/// The presentation of a screen on top of the one before it.
public enum ScreenPresentationStyle: Hashable, Sendable {
  /// In place of the screen before it, with a button to go back.
  case push
  /// In a sheet. If `allowsPush` is true, other screens can be pushed inside the sheet.
  case sheet(allowsPush: Bool = true)
  /// In a popover, in which other screens can be pushed.
  case popover
  /// Over the whole page. Other screens can be pushed inside it.
  case cover
}

/// The encoded form is a single word, which can be a value in a URL.
extension ScreenPresentationStyle: Codable {
  private var word: String {
    switch self {
    case .push: "push"
    case .sheet(allowsPush: true): "sheet"
    case .sheet(allowsPush: false): "single-sheet"
    case .popover: "popover"
    case .cover: "cover"
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let word = try container.decode(String.self)
    let all: [Self] = [.push, .sheet(), .sheet(allowsPush: false), .popover, .cover]
    guard let style = all.first(where: { $0.word == word }) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(word)' isn't a presentation style.")
    }
    self = style
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}

/// The segments of screens in URLs.
enum ScreenName {
  /// Returns the segment for a type. For example, the segment for `TrainDetailScreen` is `train-detail`.
  static func segment(of type: Any.Type) -> String {
    var name = Substring(String(describing: type).prefix { $0 != "<" })
    if name.count > 6, name.hasSuffix("Screen") { name = name.dropLast(6) }
    var segment = ""
    var before: Character?
    for (index, character) in zip(name.indices, name) {
      if character.isUppercase, let before {
        let next = name[name.index(after: index)...].first
        // A word begins after a lowercase letter, or with the last of several capitals. For example, `URLList`
        // is `url-list`.
        if before.isLowercase || next?.isLowercase == true { segment += "-" }
      }
      segment += character.lowercased()
      before = character
    }
    return segment
  }
}
