/// What has to be known to build a view, and how the view is presented: an element of a navigation path.
///
/// ```swift
/// struct DetailScreen: Screen, Codable {
///   let id: Int
///   var presentationStyle: ScreenPresentationStyle { .push }
/// }
/// ```
/// A screen that is `Codable` has a place in URLs: `DetailScreen(id: 0)` is `detail?id=0`. Its
/// ``pathName`` is the segment, and its properties are items of the query, or segments behind its own
/// where ``pathArguments`` says so.
public protocol Screen: Hashable, Sendable {
  /// How the screen is shown on top of the one before it.
  var presentationStyle: ScreenPresentationStyle { get }

  /// The segment in URLs; by default the type's name without `Screen`, in small letters with hyphens.
  static var pathName: String { get }

  /// The properties, by their coding keys, that stand in URLs as segments behind the name, in this
  /// order; all others are in the query. None by default.
  ///
  /// ```swift
  /// static var pathArguments: [any CodingKey] { [CodingKeys.id] }  // detail/0
  /// ```
  static var pathArguments: [any CodingKey] { get }
}

extension Screen {
  public static var pathName: String { ScreenName.segment(of: Self.self) }

  public static var pathArguments: [any CodingKey] { [] }

  /// The screen without its type.
  public func eraseToAnyScreen() -> AnyScreen { AnyScreen(self) }
}

/// How a screen is shown on top of the one before it.
public enum ScreenPresentationStyle: Hashable, Sendable {
  /// In its place, with a way back.
  case push
  /// In a sheet; with `allowsPush` further screens can be pushed in it.
  case sheet(allowsPush: Bool = true)
  /// In a popover, in which further screens can be pushed.
  case popover
  /// Over the whole page, where further screens can be pushed.
  case cover
}

/// In a URL it is one word.
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
        in: container, debugDescription: "'\(word)' is no presentation style.")
    }
    self = style
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(word)
  }
}

/// The names of screens' types in URLs.
enum ScreenName {
  /// `TrainDetailScreen` is `train-detail`.
  static func segment(of type: Any.Type) -> String {
    var name = Substring(String(describing: type).prefix { $0 != "<" })
    if name.count > 6, name.hasSuffix("Screen") { name = name.dropLast(6) }
    var segment = ""
    var before: Character?
    for (index, character) in zip(name.indices, name) {
      if character.isUppercase, let before {
        let next = name[name.index(after: index)...].first
        // A word begins behind a small letter, and with the last capital of several: URLList, url-list.
        if before.isLowercase || next?.isLowercase == true { segment += "-" }
      }
      segment += character.lowercased()
      before = character
    }
    return segment
  }
}
