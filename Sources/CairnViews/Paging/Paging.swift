/// The rows of a long list that have been loaded, page by page.
///
/// A reducer loads pages, and a ``LazyList`` displays their rows with a button for the next page. Each page begins at a
/// *cursor*, which is a value with which a database finds the page without counting rows, such as the last ID of the
/// page before.
///
/// ```swift
/// var tickets = Paging<Int, Ticket>()
///
/// case .showMoreTapped:
///   withErrorReporting {
///     try state.tickets.loadMore { after in
///       Paging.Page(try database.tickets(after: after ?? 0, limit: 50), limit: 50) { $0.id }
///     }
///   }
/// ```
/// If loading takes long, use ``beginLoading(_:)`` and ``finishLoading(_:with:)`` around an effect.
///
/// Only the last ``maximumPages`` pages are in the state, so that it stays small. For the pages before, it contains
/// only their cursors, and ``loadPrevious(_:)`` loads them again.
public struct Paging<Cursor, Element> {
  /// Some consecutive rows of a list.
  public struct Page {
    /// The rows.
    public var elements: [Element]
    /// The cursor of the page after this one, or `nil` if this is the last page.
    public var next: Cursor?

    /// Creates a page.
    /// - Parameters:
    ///   - elements: The rows.
    ///   - next: The cursor of the page after this one, or `nil` if this is the last page.
    public init(_ elements: [Element], next: Cursor?) {
      self.elements = elements
      self.next = next
    }

    /// Creates the result of a query for a number of rows. If there are fewer rows, it's the last page.
    /// - Parameters:
    ///   - elements: The rows.
    ///   - limit: The number of rows that the query asked for.
    ///   - cursor: Returns the cursor of the page after a row.
    public init(_ elements: [Element], limit: Int, cursor: (Element) -> Cursor) {
      self.init(elements, next: elements.count < limit ? nil : elements.last.map(cursor))
    }
  }

  /// A page that's being loaded.
  public struct Request {
    /// The cursor of the page, or `nil` for the first page.
    public let cursor: Cursor?
    /// Whether the page is the one after the loaded pages, or the one before.
    public let direction: PagingDirection
    /// The number of the request among those of this list.
    let number: Int
  }

  /// The maximum number of pages in the state, which is at least 1.
  public let maximumPages: Int
  /// The loaded pages, with the cursors at which they begin.
  var loaded: [Loaded] = []
  /// The cursors of the pages before the loaded ones.
  var previous: [Cursor?] = []
  /// The cursor of the page after the loaded ones, or `nil` if they're complete or none is loaded.
  var next: Cursor?
  private var status = Status.ready
  /// The number of requests so far.
  var count = 0

  struct Loaded {
    let start: Cursor?
    var elements: [Element]
  }

  private enum Status: Hashable, Sendable {
    case ready
    case loading
    case failed
  }

  /// Creates a list of which no page is loaded.
  /// - Parameter maximumPages: The maximum number of pages in the state, which is at least 1.
  public init(maximumPages: Int = 20) { self.maximumPages = max(1, maximumPages) }

  // MARK: Reading

  /// The loaded rows, in order.
  public var elements: [Element] { loaded.flatMap(\.elements) }

  /// Whether a page has been loaded, which can be empty.
  public var hasLoaded: Bool { !loaded.isEmpty }

  /// Whether there are rows after the loaded ones. It's true until the first page is loaded.
  public var hasMore: Bool { loaded.isEmpty || next != nil }

  /// Whether there are rows before the loaded ones.
  public var hasPrevious: Bool { !previous.isEmpty }

  /// Whether a page is being loaded. It's false after a restart, because loading doesn't continue.
  public var isLoading: Bool { status == .loading }

  /// Whether the last page couldn't be loaded.
  public var hasFailed: Bool { status == .failed }

  /// The number of the page after the loaded ones, which differs from the numbers of earlier requests. It's `nil` if
  /// the page must not be loaded without the user's request.
  @usableFromInline var nextPageNumber: Int? { hasLoaded && status == .ready ? count : nil }

  // MARK: Loading

  /// Loads the page after the loaded ones, or the first page.
  ///
  /// It does nothing if there are no more rows, or if a page is being loaded. If `load` throws an error, the rows stay,
  /// and ``hasFailed`` is true.
  /// - Parameter load: Returns the page at a cursor, or the first page for `nil`.
  public mutating func loadMore(
    _ load: (_ cursor: Cursor?) throws -> Page
  ) rethrows {
    try add(.next, load)
  }

  /// Loads the page before the loaded ones.
  ///
  /// It does nothing if there are no rows before, or if a page is being loaded. If `load` throws an error, the rows
  /// stay, and ``hasFailed`` is true.
  /// - Parameter load: Returns the page at a cursor, or the first page for `nil`.
  public mutating func loadPrevious(
    _ load: (_ cursor: Cursor?) throws -> Page
  ) rethrows {
    try add(.previous, load)
  }

  private mutating func add(
    _ direction: PagingDirection, _ load: (_ cursor: Cursor?) throws -> Page
  ) rethrows {
    guard let request = beginLoading(direction) else { return }
    do {
      finishLoading(request, with: try load(request.cursor))
    } catch {
      failLoading(request)
      throw error
    }
  }

  /// Begins to load a page with an effect. Returns `nil` if there is no such page, or if a page is being loaded.
  public mutating func beginLoading(_ direction: PagingDirection = .next) -> Request? {
    guard !isLoading, direction == .next ? hasMore : hasPrevious else { return nil }
    // A stored number can have any value.
    count &+= 1
    status = .loading
    let cursor = direction == .next ? next : previous[previous.count - 1]
    return Request(cursor: cursor, direction: direction, number: count)
  }

  /// Adds a page. It's ignored if its request isn't the last one, such as after ``reset()``.
  public mutating func finishLoading(_ request: Request, with page: Page) {
    guard isLoading, request.number == count else { return }
    status = .ready
    let new = Loaded(start: request.cursor, elements: page.elements)
    switch request.direction {
    case .next:
      loaded.append(new)
      next = page.next
      while loaded.count > maximumPages { previous.append(loaded.removeFirst().start) }
    case .previous:
      // The page can have another end than before. The rows after it are loaded already.
      previous.removeLast()
      loaded.insert(new, at: 0)
      while loaded.count > maximumPages { next = loaded.removeLast().start }
    }
  }

  /// Records that a page couldn't be loaded. It's ignored if its request isn't the last one.
  public mutating func failLoading(_ request: Request) {
    if isLoading, request.number == count { status = .failed }
  }

  /// Removes all pages, such as for another search text. A page that's being loaded is ignored.
  public mutating func reset() {
    // The number stays, so that the page of an earlier request isn't added.
    (loaded, previous, next, status) = ([], [], nil, .ready)
    count &+= 1
  }
}

/// The position of a page relative to the loaded ones.
public enum PagingDirection: String, Codable, Hashable, Sendable {
  /// After the loaded pages.
  case next
  /// Before the loaded pages.
  case previous
}

extension Paging: Sendable where Cursor: Sendable, Element: Sendable {}
extension Paging.Page: Sendable where Cursor: Sendable, Element: Sendable {}
extension Paging.Request: Sendable where Cursor: Sendable {}
extension Paging.Loaded: Sendable where Cursor: Sendable, Element: Sendable {}

extension Paging: Equatable where Cursor: Equatable, Element: Equatable {}
extension Paging.Page: Equatable where Cursor: Equatable, Element: Equatable {}
extension Paging.Request: Equatable where Cursor: Equatable {}
extension Paging.Loaded: Equatable where Cursor: Equatable, Element: Equatable {}

extension Paging.Loaded: Encodable where Cursor: Encodable, Element: Encodable {}
extension Paging.Loaded: Decodable where Cursor: Decodable, Element: Decodable {}
extension Paging.Page: Encodable where Cursor: Encodable, Element: Encodable {}
extension Paging.Page: Decodable where Cursor: Decodable, Element: Decodable {}
extension Paging.Request: Encodable where Cursor: Encodable {}
extension Paging.Request: Decodable where Cursor: Decodable {}
