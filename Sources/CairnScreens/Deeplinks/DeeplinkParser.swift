/// Says to which path a deep link leads.
///
/// ```swift
/// extension DeeplinkParser {
///   /// trains://detail?id={id}
///   static let detail = DeeplinkParser { link in
///     guard link.components.count == 1, link.components[0].name == "detail",
///       case .value(let id)? = link.components[0].arguments?["id"], let id = Int(id)
///     else { return nil }
///     return [AnyScreen(HomeScreen()), AnyScreen(DetailScreen(id: id))]
///   }
/// }
/// ```
public struct DeeplinkParser: Sendable {
  private let path: @Sendable (Deeplink) -> [AnyScreen]?

  /// A parser.
  /// - Parameter parse: The path of a deep link; nil where it is not one of this parser's.
  public init(parse: @escaping @Sendable (Deeplink) -> [AnyScreen]?) {
    path = parse
  }

  /// The path of a deep link; nil where it is not one of this parser's.
  public func parse(_ deeplink: Deeplink) -> [AnyScreen]? { path(deeplink) }

  /// The path of the first parser that has one.
  public static func anyOf(_ parsers: DeeplinkParser...) -> DeeplinkParser { anyOf(parsers) }

  /// The path of the first parser that has one.
  public static func anyOf(_ parsers: [DeeplinkParser]) -> DeeplinkParser {
    DeeplinkParser { link in
      for parser in parsers {
        if let path = parser.parse(link) { return path }
      }
      return nil
    }
  }

  /// The path of another parser behind screens that lead to it; nil where that has none.
  public static func prepending(
    path pathToEntrypoint: [AnyScreen], to parser: DeeplinkParser
  ) -> DeeplinkParser {
    DeeplinkParser { link in parser.parse(link).map { pathToEntrypoint + $0 } }
  }

  /// No path for any deep link.
  public static let empty = DeeplinkParser { _ in nil }
}

/// Goes where a deep link leads.
public struct DeeplinkHandler: Sendable {
  private let navigator: Navigator
  private let parser: DeeplinkParser

  public init(navigator: Navigator, parser: DeeplinkParser) {
    self.navigator = navigator
    self.parser = parser
  }

  /// Makes the whole path that of a deep link; does nothing where no parser has one. Answers whether
  /// it did.
  @discardableResult
  public func handle(deeplink: Deeplink) -> Bool {
    parser.parse(deeplink).map { navigator.replace(path: $0) } ?? false
  }
}
