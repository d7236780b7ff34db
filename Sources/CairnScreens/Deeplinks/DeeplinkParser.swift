/// A parser that maps deep links to navigation paths.
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

  /// Creates a parser.
  ///
  /// - Parameter parse: Returns the path for a deep link, or `nil` if the parser doesn't handle the link.
  public init(parse: @escaping @Sendable (Deeplink) -> [AnyScreen]?) {
    path = parse
  }

  /// Returns the path for a deep link, or `nil` if this parser doesn't handle the link.
  public func parse(_ deeplink: Deeplink) -> [AnyScreen]? { path(deeplink) }

  /// Returns a parser that uses the first of several parsers that handles the link.
  public static func anyOf(_ parsers: DeeplinkParser...) -> DeeplinkParser { anyOf(parsers) }

  /// Returns a parser that uses the first of several parsers that handles the link.
  public static func anyOf(_ parsers: [DeeplinkParser]) -> DeeplinkParser {
    DeeplinkParser { link in
      for parser in parsers {
        if let path = parser.parse(link) { return path }
      }
      return nil
    }
  }

  /// Returns a parser that puts screens in front of the path of another parser.
  ///
  /// - Parameters:
  ///   - pathToEntrypoint: The screens that lead to the path.
  ///   - parser: The other parser. If it doesn't handle a link, the resulting parser doesn't either.
  public static func prepending(
    path pathToEntrypoint: [AnyScreen], to parser: DeeplinkParser
  ) -> DeeplinkParser {
    DeeplinkParser { link in parser.parse(link).map { pathToEntrypoint + $0 } }
  }

  /// A parser that doesn't handle any link.
  public static let empty = DeeplinkParser { _ in nil }
}

/// A handler that navigates to the path of a deep link.
public struct DeeplinkHandler: Sendable {
  private let navigator: Navigator
  private let parser: DeeplinkParser

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - navigator: The navigator that changes the path.
  ///   - parser: The parser that maps deep links to paths.
  public init(navigator: Navigator, parser: DeeplinkParser) {
    self.navigator = navigator
    self.parser = parser
  }

  /// Replaces the whole path with the path for a deep link.
  ///
  /// - Returns: Whether the operation succeeded. It fails if the parser doesn't handle the link, or if the path
  ///   is empty or too long.
  @discardableResult
  public func handle(deeplink: Deeplink) -> Bool {
    parser.parse(deeplink).map { navigator.replace(path: $0) } ?? false
  }
}
