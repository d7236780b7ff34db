/// The pages of a tab, in order, with the one that is shown.
struct BrowserHistory {
  struct Entry {
    var address: WebAddress
    /// What asks for the page again.
    var navigation: Navigation
    /// Entries that differ in their fragment alone share their page.
    var page: LoadedPage
  }

  private(set) var entries: [Entry] = []
  private(set) var position = -1

  var current: Entry? { entries.indices.contains(position) ? entries[position] : nil }

  func entry(at offset: Int) -> Entry? {
    entries.indices.contains(position + offset) ? entries[position + offset] : nil
  }

  /// Adds an entry after the shown one; those that came after it are forgotten.
  mutating func push(_ entry: Entry) {
    entries.removeSubrange((position + 1)...)
    entries.append(entry)
    position += 1
  }

  /// Puts an entry in the place of the shown one.
  mutating func replace(with entry: Entry) {
    if current == nil { push(entry) } else { entries[position] = entry }
  }

  mutating func move(by offset: Int) {
    precondition(entries.indices.contains(position + offset))
    position += offset
  }
}

/// How `Browser.back(_:)` and `Browser.forward(_:)` show a page.
public enum HistoryVisit: Equatable, Sendable {
  /// As browsers do: the page as it was left, with what was typed, without a request. A page
  /// whose `Cache-Control` has `no-store` is asked for again.
  case stored
  /// Asks for the page again, as a browser that forgot it; what was typed is lost.
  case requesting
}
