import CairnFeatures

/// What the views of a scene have written that can be compared with others: where neither they nor what they
/// have read is another, they are not evaluated again.
///
/// Of a view with rows the rows' hashes are enough where a browser shows them as they are: no page is written for
/// it, but what makes one of the other. So a list is remembered with some bytes a row.
///
/// It is used under the scene's lock.
package final class RenderMemory {
  /// Where a view stands, and as what.
  struct Key: Hashable {
    let place: UInt64
    let view: ObjectIdentifier
    /// What is true there, whether the page is written or its handlers are collected.
    let flags: UInt16
  }

  /// Whether anything is remembered: only where all that views read is known.
  package var isOn: Bool
  /// The most bytes that are kept; and of markup with its rows, which is much, and of less use.
  private let limit: Int
  private let markupLimit = 256 * 1024
  private var entries: [Key: Remembered] = [:]
  /// How many bytes are kept, about.
  package private(set) var size = 0
  private var page: UInt64 = 0
  /// The entries that are used inside of what is evaluated; one list for each view around.
  private var open: [[Remembered]] = []
  /// The evaluation of the view that is being evaluated; 0 where none is that could be taken up again.
  private(set) var evaluation: UInt64 = 0
  private var evaluations: UInt64 = 0
  /// Whether what is being evaluated is as it was when it was remembered.
  private(set) var isRepeated = false

  package init(isOn: Bool = false, limit: Int = 4 * 1024 * 1024) {
    self.isOn = isOn
    self.limit = limit
  }

  /// How many views are remembered, rows of a collection aside.
  package var count: Int { entries.count }

  /// Forgets everything: what views show may depend on something else.
  package func removeAll() {
    entries = [:]
    size = 0
  }

  /// Begins a page.
  func beginPage() { page += 1 }

  /// Ends a page: what was not on it is forgotten.
  func endPage() {
    for (key, entry) in entries where entry.page != page {
      size -= entry.size
      entries[key] = nil
    }
  }

  /// What is remembered there, whether it is right or not.
  func entry(_ key: Key) -> Remembered? { entries[key] }

  /// Notes that what is remembered was used for the page that is being written, or for its handlers.
  func use(_ entry: Remembered) {
    if !open.isEmpty { open[open.count - 1].append(entry) }
    entry.use(for: page)
  }

  /// The number of an evaluation that was not there before.
  func nextEvaluation() -> UInt64 {
    evaluations += 1
    return evaluations
  }

  /// Evaluates a view as a part of an evaluation.
  /// - Parameter isRepeated: Whether the view is as it was when it was remembered.
  func during<Result>(_ evaluation: UInt64, isRepeated: Bool, _ body: () -> Result) -> Result {
    let outer = (self.evaluation, self.isRepeated)
    (self.evaluation, self.isRepeated) = (evaluation, isRepeated)
    defer { (self.evaluation, self.isRepeated) = outer }
    return body()
  }

  /// Begins to evaluate a view.
  func begin() { open.append([]) }

  /// Ends that; keeps what was written, where it can be.
  /// - Parameters:
  ///   - size: How many bytes that takes; nil where nothing can be kept.
  ///   - isMarkup: Whether that is markup with its rows.
  ///   - make: Makes what is kept, of what was used inside.
  func end(_ key: Key, size: Int?, isMarkup: Bool, _ make: (_ inner: [Remembered]) -> Remembered) {
    let inner = open.popLast() ?? []
    guard let size, hasRoom(for: size, at: key, isMarkup: isMarkup) else {
      forget(key)
      // What is inside can be used by itself.
      if !open.isEmpty { open[open.count - 1] += inner }
      return
    }
    keep(make(inner), of: size, at: key)
  }

  /// Whether so many bytes can be kept in place of what is remembered there.
  func hasRoom(for size: Int, at key: Key, isMarkup: Bool = false) -> Bool {
    self.size - (entries[key]?.size ?? 0) + size <= min(limit, isMarkup ? markupLimit : limit)
  }

  /// Remembers something for as long as it is on the page.
  func keep(_ entry: Remembered, of size: Int, at key: Key) {
    forget(key)
    entry.size = size
    entry.page = page
    entries[key] = entry
    self.size += size
    if !open.isEmpty { open[open.count - 1].append(entry) }
  }

  private func forget(_ key: Key) {
    if let old = entries.removeValue(forKey: key) { size -= old.size }
  }
}

/// What is remembered of a place.
@usableFromInline
class Remembered {
  /// What was remembered inside.
  private let inner: [Remembered]
  fileprivate(set) var size = 0
  /// The page for which it was used last.
  fileprivate(set) var page: UInt64 = 0

  init(inner: [Remembered] = []) { self.inner = inner }

  fileprivate func use(for page: UInt64) {
    guard self.page != page else { return }
    self.page = page
    for markup in inner { markup.use(for: page) }
  }

  /// Evaluates the rows in which a wanted control may be; answers whether there are rows at all.
  func lookIntoRows(_ renderer: inout Renderer) -> Bool {
    inner.reduce(false) { $1.lookIntoRows(&renderer) || $0 }
  }
}

/// What a view has written, and what was so when it did.
class RememberedMarkup: Remembered {
  let surroundings: Surroundings
  let reads: ViewReads
  /// The markup; where `isOutline`, only what is around its parts.
  let bytes: [UInt8]
  let isOutline: Bool
  let marks: LayerMarks
  /// The rows and fields in it; where `isOutline`, each with its hash, and where it stood.
  let parts: [RegionNotes.Part]
  /// The bits of each id in it.
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

/// The same, of a view of a type.
final class MarkupOf<Content: View & Equatable>: RememberedMarkup {
  /// A view that was evaluated for its handlers, and not written yet.
  struct Glance {
    let view: Content
    let reads: ViewReads
    let evaluation: UInt64
  }

  let view: Content
  /// What was seen there last, where it is another view than this one.
  var glance: Glance?

  /// The evaluation of a view that was seen there, where it would be the same now.
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

/// What a view's markup depends on besides the view.
struct Surroundings: Equatable {
  /// Whether controls have names: that is known of handlers only where the page is written.
  var isLive: Bool
  let surrounding: Surrounding
  let buttonStyle: ButtonStyle
  let pickerStyle: PickerStyle
  let textInput: TextInput
}

/// What a view says of its layer besides its markup.
struct LayerMarks: Equatable {
  var firstField: UInt64?
  var takesFiles = false
  var isRefused = false
  /// Whether a control was written that is only right in the top layer.
  var wroteLive = false
}
