import Cairn

/// Tables, lists that are loaded page by page, and search fields, each in several states.
struct TableCatalogView: View {
  @Bindable var store: StoreOf<TableCatalog>

  var body: some View {
    Group {
      Sample("Search, sorting, and selection") {
        Table(
          store.tools, caption: "Tools", selection: $store.selection, sortOrder: $store.sort
        ) {
          TableColumn("Name", value: \.name, sort: .name)
          TableColumn("Price", sort: .price) { tool in Text("\(tool.price) €") }
            .alignment(.trailing)
        }
        .searchable(text: $store.search, prompt: "Search for tools")
      }
      Sample("Long texts, without sorting") {
        Table(Self.books, caption: "Books of the library, which are the same on each page") {
          TableColumn("Title and subtitle", value: \.title)
          TableColumn("Year of the first edition") { book in Text(verbatim: "\(book.year)") }
            .alignment(.trailing)
        }
      }
      Sample("Table without rows") {
        Table([TableCatalog.Tool](), caption: "No tools") {
          TableColumn("Name", value: \.name)
          TableColumn("Price") { tool in Text("\(tool.price) €") }
        }
      }
      Sample("Disabled table") {
        Table(
          store.tools, caption: "Tools that can't be sorted now", selection: $store.selection,
          sortOrder: $store.sort
        ) {
          TableColumn("Name", value: \.name, sort: .name)
          TableColumn("Price", sort: .price) { tool in Text("\(tool.price) €") }
            .alignment(.trailing)
        }
        .disabled()
      }
      Sample("List of 100,000 rows, loaded page by page") {
        LazyList(store.log, previous: { store.send(.previousTapped) }) { entry in
          Text("Entry \(entry.id)")
        } more: {
          store.send(.showMoreTapped)
        }
      }
      Sample("List that's loading") {
        LazyList(Self.loading) { _ in
          EmptyView()
        } more: {
        }
      }
      Sample("List that couldn't be loaded") {
        LazyList(Self.failed) { _ in
          EmptyView()
        } more: {
        }
      }
    }
    .navigationTitle("Tables")
  }

  private struct Book: Identifiable {
    let id: Int
    let title: String
    let year: Int
  }

  private static let books = [
    Book(
      id: 1, title: "On the history of libraries, their readers, and the buildings that hold them",
      year: 1719),
    Book(id: 2, title: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", year: 1860),
  ]

  private static var loading: Paging<Int, TableCatalog.Entry> {
    var paging = Paging<Int, TableCatalog.Entry>()
    _ = paging.beginLoading()
    return paging
  }

  private static var failed: Paging<Int, TableCatalog.Entry> {
    var paging = Paging<Int, TableCatalog.Entry>()
    if let request = paging.beginLoading() { paging.failLoading(request) }
    return paging
  }
}
