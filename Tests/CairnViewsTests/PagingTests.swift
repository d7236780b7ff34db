import CairnTexts
import Foundation
import Testing

@testable import CairnViews

/// A list is loaded page by page, and its state has a limited size.
@Suite struct PagingTests {
  private struct Row: Codable, Equatable, Identifiable { let id: Int }

  private struct Failure: Error {}

  private typealias Rows = Paging<Int, Row>

  /// Returns ten of 35 rows after an ID, as a database does.
  private static func load(after id: Int?) -> Rows.Page {
    let rows = (1...35).filter { $0 > id ?? 0 }.prefix(10).map { Row(id: $0) }
    return Rows.Page(rows, limit: 10) { $0.id }
  }

  @Test func `Pages are appended until there are no more rows`() {
    var rows = Rows()
    #expect(rows.hasMore && !rows.hasLoaded && rows.elements.isEmpty)
    var cursors: [Int?] = []
    for _ in 0..<10 {
      rows.loadMore { after in
        cursors.append(after)
        return Self.load(after: after)
      }
    }
    #expect(cursors == [nil, 10, 20, 30])
    #expect(rows.elements.map(\.id) == Array(1...35))
    #expect(!rows.hasMore && !rows.hasPrevious)
  }

  @Test func `Only the last pages stay, and earlier ones are loaded again`() {
    var rows = Rows(maximumPages: 2)
    for _ in 0..<4 { rows.loadMore(Self.load) }
    #expect(rows.elements.map(\.id) == Array(21...35))
    #expect(rows.hasPrevious && !rows.hasMore)
    rows.loadPrevious(Self.load)
    #expect(rows.elements.map(\.id) == Array(11...30))
    #expect(rows.hasPrevious && rows.hasMore)
    rows.loadPrevious(Self.load)
    #expect(rows.elements.map(\.id) == Array(1...20))
    #expect(!rows.hasPrevious)
    // Without rows before, nothing is loaded.
    rows.loadPrevious { _ in
      Issue.record("There's no previous page")
      return Rows.Page([], next: nil)
    }
    rows.loadMore(Self.load)
    #expect(rows.elements.map(\.id) == Array(11...30))
  }

  @Test func `After a failure, the rows stay and the page is loaded again`() throws {
    var rows = Rows()
    rows.loadMore(Self.load)
    #expect(throws: Failure.self) { try rows.loadMore { _ in throw Failure() } }
    #expect(rows.hasFailed && !rows.isLoading && rows.elements.count == 10)
    rows.loadMore(Self.load)
    #expect(!rows.hasFailed && rows.elements.count == 20)
  }

  @Test func `Only one page is loaded at a time`() throws {
    var rows = Rows()
    let begun = rows.beginLoading()
    let request = try #require(begun)
    let second = rows.beginLoading()
    #expect(request.cursor == nil && second == nil && rows.isLoading)
    rows.finishLoading(request, with: Self.load(after: nil))
    // The page of a request is added once.
    rows.finishLoading(request, with: Self.load(after: nil))
    #expect(rows.elements.count == 10 && !rows.isLoading)
  }

  @Test func `A page that arrives after a reset is ignored`() throws {
    var rows = Rows()
    rows.loadMore(Self.load)
    let begun = rows.beginLoading()
    let request = try #require(begun)
    rows.reset()
    #expect(rows.elements.isEmpty && rows.hasMore && !rows.isLoading)
    let other = rows.beginLoading()
    rows.finishLoading(request, with: Self.load(after: 10))
    rows.failLoading(request)
    #expect(rows.elements.isEmpty && rows.isLoading && !rows.hasFailed)
    rows.finishLoading(try #require(other), with: Self.load(after: nil))
    #expect(rows.elements.map(\.id) == Array(1...10))
  }

  @Test func `A stored list has its rows, and isn't loading`() throws {
    var rows = Rows(maximumPages: 2)
    for _ in 0..<3 { rows.loadMore(Self.load) }
    var loading = rows
    let request = loading.beginLoading()
    #expect(request != nil)
    let stored = try JSONDecoder().decode(Rows.self, from: try JSONEncoder().encode(loading))
    #expect(!stored.isLoading && stored.hasPrevious && stored.hasMore)
    #expect(stored.elements == rows.elements)
    var (one, other) = (rows, try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(rows)))
    #expect(one == other)
    one.loadPrevious(Self.load)
    other.loadPrevious(Self.load)
    #expect(one == other && one.elements.first?.id == 1)
  }

  @Test func `A list with the largest stored number loads pages`() throws {
    let json = #"{"maximumPages": 2, "loaded": [], "previous": [], "count": 9223372036854775807}"#
    var rows = try JSONDecoder().decode(Rows.self, from: Data(json.utf8))
    rows.reset()
    rows.loadMore(Self.load)
    #expect(rows.elements.count == 10)
  }

  @Test func `There's at least one page`() {
    var rows = Rows(maximumPages: 0)
    rows.loadMore(Self.load)
    #expect(rows.elements.count == 10)
  }

  // MARK: LazyList

  private func list(_ rows: Box<Rows>, hasPrevious: Bool = true) -> some View {
    LazyList(rows.value, previous: hasPrevious ? { rows.value.loadPrevious(Self.load) } : nil) {
      Text("Row \($0.id)")
    } more: {
      rows.value.loadMore(Self.load)
    }
  }

  @Test func `A list has buttons for the next and the previous page`() throws {
    let rows = Box(Rows(maximumPages: 1))
    #expect(!content(list(rows)).contains("Show previous"))
    try tap("Show more", in: list(rows))
    #expect(content(list(rows)).contains("Row 10<") && !content(list(rows)).contains("Row 11<"))
    for _ in 0..<3 { try tap("Show more", in: list(rows)) }
    #expect(content(list(rows)).contains("Row 35<") && !content(list(rows)).contains("Show more"))
    #expect(!content(list(rows, hasPrevious: false)).contains("Show previous"))
    try tap("Show previous", in: list(rows))
    #expect(content(list(rows)).contains("Row 21<") && content(list(rows)).contains("Show more"))
  }

  @Test func `The button for the next page keeps its ID`() throws {
    let rows = Box(Rows(maximumPages: 1))
    let before = taps("Show more", in: page(list(rows)))
    rows.value.loadMore(Self.load)
    rows.value.loadMore(Self.load)
    #expect(before.count == 1 && taps("Show more", in: page(list(rows))) == before)
  }

  @Test func `The script loads only a page that follows a loaded one`() throws {
    let rows = Box(Rows())
    #expect(!content(list(rows)).contains("data-more"))
    for number in 1...3 {
      rows.value.loadMore(Self.load)
      // Each page has another number, so the script loads it once.
      #expect(content(list(rows)).contains(" data-more=\"\(number)\""))
    }
    let begun = rows.value.beginLoading()
    let request = try #require(begun)
    #expect(!content(list(rows)).contains("data-more"))
    // The user decides whether to try again.
    rows.value.failLoading(request)
    #expect(!content(list(rows)).contains("data-more"))
  }

  @Test func `A list can load pages only with its button`() {
    let rows = Box(Rows())
    rows.value.loadMore(Self.load)
    let list = LazyList(rows.value, loadsOnScroll: false) {
      Text("Row \($0.id)")
    } more: {
    }
    #expect(content(list).contains(">Show more</button>") && !content(list).contains("data-more"))
  }

  @Test func `A list shows that a page is being loaded, or that it wasn't loaded`() throws {
    let rows = Box(Rows())
    let begun = rows.value.beginLoading()
    let request = try #require(begun)
    #expect(content(list(rows)).contains("<progress aria-label=\"Loading\"></progress>"))
    #expect(content(list(rows)).contains("\" disabled>Show more</button>"))
    rows.value.failLoading(request)
    #expect(!content(list(rows)).contains("<progress"))
    #expect(content(list(rows)).contains("role=\"alert\">We couldn't load this. Try again.</p>"))
    try tap("Show more", in: list(rows))
    #expect(rows.value.elements.count == 10)
  }
}
