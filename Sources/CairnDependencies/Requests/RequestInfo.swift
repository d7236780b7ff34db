public import Foundation

/// Information about a request and the browser that sent it.
///
/// ```swift
/// @Dependency(\.request) var request
///
/// let isPhone = request.userAgent?.contains("Mobile") == true
/// ```
/// All values are `nil` or empty if they're unknown. Browsers and proxies provide them, and users can change them. Don't
/// use them to decide what a user may do.
public struct RequestInfo: Equatable, Sendable {
  /// The values on their own, or the request that they're read from.
  private enum Origin: Sendable {
    case values(RequestValues)
    /// Reads are reported to the scene, if there is one.
    case request(RequestSource, of: CurrentRequest?)
  }

  private var origin: Origin

  /// Creates the information from its values, for example in a test.
  public init(
    timeZone: TimeZone? = nil, colorScheme: ColorScheme? = nil, userAgent: String? = nil,
    clientAddress: String? = nil, id: String? = nil
  ) {
    origin = .values(
      RequestValues(
        timeZone: timeZone, colorScheme: colorScheme, userAgent: userAgent,
        clientAddress: clientAddress, id: id))
  }

  init(_ source: RequestSource, of scene: CurrentRequest?) {
    origin = .request(source, of: scene)
  }

  /// The browser's time zone.
  ///
  /// The client script reports it. For other browsers, and for the first page of a browser, it's `nil`. To format
  /// times, use ``DependencyValues/timeZone``, which is never `nil`.
  public var timeZone: TimeZone? {
    get { read(.timeZone).timeZone }
    set { set(\.timeZone, newValue) }
  }

  /// The appearance that the user prefers.
  ///
  /// Some browsers send it with their requests, and the client script reports it for the others.
  public var colorScheme: ColorScheme? {
    get { read(.colorScheme).colorScheme }
    set { set(\.colorScheme, newValue) }
  }

  /// The browser's description of itself, which is the `User-Agent` header.
  public var userAgent: String? {
    get { read(.userAgent).userAgent }
    set { set(\.userAgent, newValue) }
  }

  /// The client's IP address without a port. Behind trusted proxies, it's the address that connected to the first of
  /// them.
  public var clientAddress: String? {
    get { read(.clientAddress).clientAddress }
    set { set(\.clientAddress, newValue) }
  }

  /// The ID of the request, which is also in the response's `X-Request-ID` header.
  public var id: String? {
    get { read(.id).id }
    set { set(\.id, newValue) }
  }

  /// The tags of the browser's languages. `CairnTexts` makes languages of them.
  package var languageTags: [String] {
    get { read(.languages).languageTags }
    set { set(\.languageTags, newValue) }
  }

  public static func == (left: Self, right: Self) -> Bool { left.values == right.values }

  /// All values, without reporting that they're read.
  package var values: RequestValues {
    switch origin {
    case .values(let values): values
    case .request(let source, _): source.values
    }
  }

  private func read(_ field: RequestFields) -> RequestValues {
    if case .request(_, let scene?) = origin { scene.noteRead(field) }
    return values
  }

  private mutating func set<Value>(
    _ keyPath: WritableKeyPath<RequestValues, Value>, _ value: Value
  ) {
    var values = values
    values[keyPath: keyPath] = value
    origin = .values(values)
  }
}
