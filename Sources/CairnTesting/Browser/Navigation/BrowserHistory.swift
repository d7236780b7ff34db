/// The pages of a tab in order, with the position of the current page.
struct BrowserHistory {
  struct Entry {
    var address: WebAddress
    /// The navigation that requests the page again.
    var navigation: Navigation
    /// The loaded page. Entries that differ only in their fragment share it.
    var page: LoadedPage
  }

  private(set) var entries: [Entry] = []
  private(set) var position = -1

  var current: Entry? { entries.indices.contains(position) ? entries[position] : nil }

  func entry(at offset: Int) -> Entry? {
    entries.indices.contains(position + offset) ? entries[position + offset] : nil
  }

  /// Adds an entry after the current one, and removes all later entries.
  mutating func push(_ entry: Entry) {
    entries.removeSubrange((position + 1)...)
    entries.append(entry)
    position += 1
  }

  /// Replaces the current entry.
  mutating func replace(with entry: Entry) {
    if current == nil { push(entry) } else { entries[position] = entry }
  }

  mutating func move(by offset: Int) {
    precondition(entries.indices.contains(position + offset))
    position += offset
  }
}

/// The ways in which `Browser.back(_:)` and `Browser.forward(_:)` show a page.
public enum HistoryVisit: Equatable, Sendable {
  /// Shows the page as the user left it, including typed text, without a request.
  ///
  /// As in browsers, a page with `no-store` in its `Cache-Control` header is requested again.
  case stored
  /// Requests the page again, as if the browser had discarded it. Typed text is lost.
  case requesting
}
