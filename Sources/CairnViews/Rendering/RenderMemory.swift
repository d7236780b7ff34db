import CairnFeatures
import CairnTexts

/// The remembered markup of a scene's comparable views.
///
/// If neither a view nor the data that it read has changed, the view isn't evaluated again. For a view with rows,
/// hashes of the rows are sufficient if the browser already shows them. In this case, a patch is written instead of a
/// page. A list therefore needs only a few bytes per row.
///
/// Use it only under the scene's lock.
package final class RenderMemory {
  /// The place and type of a view.
  struct Key: Hashable {
    let place: UInt64
    let view: ObjectIdentifier
    /// The flags at the view's place, without the ones that depend on the mode of the evaluation.
    let flags: UInt16
  }

  /// Whether markup is remembered, which requires that all data that views read is tracked.
  package var isOn: Bool
  /// The maximum number of bytes to store.
  ///
  /// Markup that includes its rows has a lower limit, because it's large and less useful.
  private let limit: Int
  private let markupLimit = 256 * 1024
  private var entries: [Key: Remembered] = [:]
  /// The approximate number of stored bytes.
  package private(set) var size = 0
  private var page: UInt64 = 0
  /// The entries that were used for the page outside of the views that were evaluated for it, or `nil` if no page is
  /// being written.
  private var used: [Remembered]?
  /// A hash of these entries of the previous page, or `nil` if that page also used or stored other entries.
  private var usedBefore: UInt64?
  /// Whether entries were stored, or used in a view that was evaluated.
  private var hasOthers = false
  /// The entries that were used in the views that are being evaluated, with one list per enclosing view.
  private var open: [[Remembered]] = []
  /// The language of the stored markup.
  private var language = Language.english
  /// The number of the current view's evaluation, or 0 if the evaluation can't be reused.
  private(set) var evaluation: UInt64 = 0
  private var evaluations: UInt64 = 0
  /// Whether the view that's being evaluated is unchanged since it was remembered.
  private(set) var isRepeated = false

  package init(isOn: Bool = false, limit: Int = 4 * 1024 * 1024) {
    self.isOn = isOn
    self.limit = limit
  }

  /// The number of remembered views and collections. The rows of a collection aren't counted.
  package var count: Int { entries.count }

  /// Removes all entries, because the views may depend on something else now.
  package func removeAll() {
    entries = [:]
    size = 0
    usedBefore = nil
  }

  /// Begins a page. Markup in another language than the page's is removed.
  func beginPage(in language: Language) {
    if language != self.language {
      self.language = language
      removeAll()
    }
    page += 1
    used = []
  }

  /// Ends a page, and removes all entries that weren't used for it.
  func endPage() {
    let used = used ?? []
    let hash = hasOthers ? nil : used.reduce(Place.root) { Place.mix($0, $1.address) }
    defer { (self.used, usedBefore, hasOthers) = (nil, hash, false) }
    // If a page used the same entries as the one before, there are no others. Marking the entries within them would
    // take longer than copying their markup.
    if let hash, hash == usedBefore { return }
    for entry in used { entry.use(for: page) }
    for (key, entry) in entries where entry.page != page {
      size -= entry.size
      entries[key] = nil
    }
  }

  /// Returns the entry for a key, which may be outdated.
  func entry(_ key: Key) -> Remembered? { entries[key] }

  /// Records that an entry was used for the page that's being written, or for its handlers.
  func use(_ entry: Remembered) {
    guard !open.isEmpty else {
      used?.append(entry)
      return
    }
    open[open.count - 1].append(entry)
    entry.use(for: page)
    hasOthers = true
  }

  /// Returns a new number for an evaluation.
  func nextEvaluation() -> UInt64 {
    evaluations += 1
    return evaluations
  }

  /// Evaluates a view as a part of an evaluation.
  /// - Parameters:
  ///   - evaluation: The number of the evaluation.
  ///   - isRepeated: Whether the view is unchanged since it was remembered.
  ///   - body: Evaluates the view.
  func during<Result>(_ evaluation: UInt64, isRepeated: Bool, _ body: () -> Result) -> Result {
    let outer = (self.evaluation, self.isRepeated)
    (self.evaluation, self.isRepeated) = (evaluation, isRepeated)
    defer { (self.evaluation, self.isRepeated) = outer }
    return body()
  }

  /// Begins the evaluation of a view.
  func begin() { open.append([]) }

  /// Ends the evaluation of a view, and stores its output if possible.
  /// - Parameters:
  ///   - key: The place and type of the view.
  ///   - size: The size of the entry in bytes, or `nil` if the output can't be stored.
  ///   - isMarkup: Whether the entry contains markup that includes its rows.
  ///   - make: Creates the entry from the entries that were used within the view.
  func end(_ key: Key, size: Int?, isMarkup: Bool, _ make: (_ inner: [Remembered]) -> Remembered) {
    let inner = open.popLast() ?? []
    guard let size, hasRoom(for: size, at: key, isMarkup: isMarkup) else {
      forget(key)
      // The inner entries can be used without this one.
      if !open.isEmpty { open[open.count - 1] += inner }
      return
    }
    keep(make(inner), of: size, at: key)
  }

  /// Returns whether an entry of this size can replace the current entry for a key.
  func hasRoom(for size: Int, at key: Key, isMarkup: Bool = false) -> Bool {
    self.size - (entries[key]?.size ?? 0) + size <= min(limit, isMarkup ? markupLimit : limit)
  }

  /// Stores an entry for as long as it's on the page.
  func keep(_ entry: Remembered, of size: Int, at key: Key) {
    forget(key)
    entry.size = size
    entry.page = page
    entries[key] = entry
    hasOthers = true
    self.size += size
    if !open.isEmpty { open[open.count - 1].append(entry) }
  }

  private func forget(_ key: Key) {
    if let old = entries.removeValue(forKey: key) { size -= old.size }
  }
}

/// The remembered output at a place.
@usableFromInline
class Remembered {
  /// The entries that were used within this one.
  private let inner: [Remembered]
  fileprivate(set) var size = 0
  /// The page for which the entry was last used.
  fileprivate(set) var page: UInt64 = 0

  init(inner: [Remembered] = []) { self.inner = inner }

  fileprivate var address: UInt64 { UInt64(UInt(bitPattern: ObjectIdentifier(self))) }

  fileprivate func use(for page: UInt64) {
    guard self.page != page else { return }
    self.page = page
    for markup in inner { markup.use(for: page) }
  }

  /// Evaluates the rows that may contain a wanted control, and returns whether there are any rows.
  func lookIntoRows(_ renderer: inout Renderer) -> Bool {
    inner.reduce(false) { $1.lookIntoRows(&renderer) || $0 }
  }
}

/// The remembered output of a view, with the conditions under which it was written.
class RememberedMarkup: Remembered {
  let surroundings: Surroundings
  let reads: ViewReads
  /// The markup. If `isOutline` is true, it's only the markup around the parts.
  let bytes: [UInt8]
  let isOutline: Bool
  let marks: LayerMarks
  /// The rows and fields in the markup, with their hashes. If `isOutline` is true, their ranges are empty, at the
  /// offsets in `bytes` to which the parts belong.
  let parts: [RegionNotes.Part]
  /// The bits of each ID in the markup.
  let ids: UInt64

  init(
    _ surroundings: Surroundings, _ reads: ViewReads, _ bytes: [UInt8], isOutline: Bool,
    _ marks: LayerMarks, parts: [RegionNotes.Part], ids: UInt64, inner: [Remembered]
  ) {
    self.parts = parts
    self.ids = ids
    self.surroundings = surroundings
    self.reads = reads
    self.bytes = bytes
    self.isOutline = isOutline
    self.marks = marks
    super.init(inner: inner)
  }
}

/// The remembered output of a view with a specific type.
final class MarkupOf<Content: View & Equatable>: RememberedMarkup {
  /// A view that was evaluated for its handlers, and isn't written yet.
  struct Glance {
    let view: Content
    let reads: ViewReads
    let evaluation: UInt64
  }

  let view: Content
  /// The last view that was evaluated at this place, if it's different from this one.
  var glance: Glance?

  /// Returns the evaluation of an equal view at this place, if its result would still be the same.
  func evaluation(of view: Content) -> UInt64? {
    guard let glance, glance.view == view, !glance.reads.haveChanged else { return nil }
    return glance.evaluation
  }

  init(
    _ view: Content, _ surroundings: Surroundings, _ reads: ViewReads, _ bytes: [UInt8],
    isOutline: Bool, _ marks: LayerMarks, parts: [RegionNotes.Part], ids: UInt64,
    inner: [Remembered]
  ) {
    self.view = view
    super.init(
      surroundings, reads, bytes, isOutline: isOutline, marks, parts: parts, ids: ids, inner: inner)
  }
}

/// The conditions on which a view's markup depends, in addition to the view itself.
struct Surroundings: Equatable {
  /// Whether controls have names.
  ///
  /// This is known only when a page is written. When handlers are collected, the remembered value is used.
  var isLive: Bool
  let surrounding: Surrounding
  let buttonStyle: ButtonStyle
  let pickerStyle: PickerStyle
  let textInput: TextInput
}

/// The effects of a view on its layer, in addition to its markup.
struct LayerMarks: Equatable {
  var firstField: UInt64?
  var takesFiles = false
  var isRefused = false
  /// Whether a control was written that's valid only in the top layer.
  var wroteLive = false
}
