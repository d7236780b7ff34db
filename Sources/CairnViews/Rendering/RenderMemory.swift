/// What the views of a scene have written that can be compared with others: where neither they nor what they
/// have read is another, they are not evaluated again.
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
  /// The most bytes that are kept.
  private let limit: Int
  private var entries: [Key: RememberedMarkup] = [:]
  private var size = 0
  private var page: UInt64 = 0
  /// The entries that are used inside of what is evaluated; one list for each view around.
  private var open: [[RememberedMarkup]] = []

  package init(isOn: Bool = false, limit: Int = 256 * 1024) {
    self.isOn = isOn
    self.limit = limit
  }

  /// How many views are remembered.
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
      size -= entry.bytes.count
      entries[key] = nil
    }
  }

  /// What a view has written that is still right; nil where it has to be evaluated.
  func markup<Content: View & Equatable>(
    _ key: Key, of view: Content, in surroundings: Surroundings
  ) -> RememberedMarkup? {
    // The key has the view's type.
    guard let found = entries[key] else { return nil }
    let markup = unsafeDowncast(found, to: MarkupOf<Content>.self)
    guard markup.view == view, markup.surroundings == surroundings, !markup.reads.haveChanged
    else { return nil }
    if !open.isEmpty { open[open.count - 1].append(markup) }
    markup.use(for: page)
    // Who evaluates around has read it too.
    ViewReads.current?.add(markup.reads)
    return markup
  }

  /// Begins to evaluate a view.
  func begin() { open.append([]) }

  /// Ends that; keeps what was written, where it can be.
  /// - Parameter make: Makes what is kept, of what was used inside; nil where nothing can be kept.
  func end(_ key: Key, _ make: (_ inner: [RememberedMarkup]) -> RememberedMarkup?) {
    let inner = open.popLast() ?? []
    if let old = entries.removeValue(forKey: key) { size -= old.bytes.count }
    guard let markup = make(inner), size + markup.bytes.count <= limit else {
      // What is inside can be used by itself.
      if !open.isEmpty { open[open.count - 1] += inner }
      return
    }
    markup.page = page
    entries[key] = markup
    size += markup.bytes.count
    if !open.isEmpty { open[open.count - 1].append(markup) }
  }
}

/// What a view has written, and what was so when it did.
class RememberedMarkup {
  let surroundings: Surroundings
  let reads: ViewReads
  let bytes: [UInt8]
  let marks: LayerMarks
  /// The rows and fields in it.
  let parts: [RegionNotes.Part]
  /// What was written inside by others that are remembered.
  private let inner: [RememberedMarkup]
  /// The page for which it was used last.
  fileprivate(set) var page: UInt64 = 0

  init(
    _ surroundings: Surroundings, _ reads: ViewReads, _ bytes: [UInt8], _ marks: LayerMarks,
    parts: [RegionNotes.Part], inner: [RememberedMarkup]
  ) {
    self.parts = parts
    self.surroundings = surroundings
    self.reads = reads
    self.bytes = bytes
    self.marks = marks
    self.inner = inner
  }

  fileprivate func use(for page: UInt64) {
    guard self.page != page else { return }
    self.page = page
    for markup in inner { markup.use(for: page) }
  }
}

/// The same, of a view of a type.
final class MarkupOf<Content: View & Equatable>: RememberedMarkup {
  let view: Content

  init(
    _ view: Content, _ surroundings: Surroundings, _ reads: ViewReads, _ bytes: [UInt8],
    _ marks: LayerMarks, parts: [RegionNotes.Part], inner: [RememberedMarkup]
  ) {
    self.view = view
    super.init(surroundings, reads, bytes, marks, parts: parts, inner: inner)
  }
}

/// What a view's markup depends on besides the view.
struct Surroundings: Equatable {
  let surrounding: Surrounding
  let buttonStyle: ButtonStyle
  let pickerStyle: PickerStyle
  let textInput: TextInput
}

/// What a view says of its layer besides its markup.
struct LayerMarks: Equatable {
  var firstField: UInt64?
  var isRefused = false
  /// Whether a control was written that is only right in the top layer.
  var wroteLive = false
}

extension View where Self: Equatable {
  /// Writes what an equal view has written here before, where nothing has changed that it has read.
  public static func _render(_ view: Self, _ renderer: inout Renderer) {
    renderer.renderRemembered(view)
  }
}

extension Renderer {
  /// Evaluates a view, and notes what is read meanwhile, for the modifiers in its body.
  @usableFromInline
  mutating func renderTracked<Content: View>(_ view: Content) {
    let span = ViewReads.begin()
    Content.Body._render(view.body, &self)
    _ = span.end()
  }

  @usableFromInline
  mutating func renderRemembered<Content: View & Equatable>(_ view: Content) {
    guard let memory = state.memory, memory.isOn, mayRemember else {
      return Content.Body._render(view.body, &self)
    }
    let key = RenderMemory.Key(
      place: place, view: ObjectIdentifier(Content.self),
      flags: flags.subtracting([.writing, .collecting]).rawValue)
    let surroundings = Surroundings(
      surrounding: surrounding, buttonStyle: buttonStyle, pickerStyle: pickerStyle,
      textInput: textInput)
    if let markup = memory.markup(key, of: view, in: surroundings) {
      if isWriting {
        state.regions.add(markup.parts.map { $0.shifted(by: out.count) })
        out.append(markup.bytes)
      }
      note(markup.marks)
      return
    }
    guard isWriting else { return Content.Body._render(view.body, &self) }
    evaluate(view, key, surroundings, memory)
  }

  /// Evaluates a view, and keeps what it has written where that is all that it did.
  private mutating func evaluate<Content: View & Equatable>(
    _ view: Content, _ key: RenderMemory.Key, _ surroundings: Surroundings, _ memory: RenderMemory
  ) {
    let (start, before, marksBefore) = (out.count, trace, takeMarks())
    let partsBefore = state.regions.count
    memory.begin()
    let span = ViewReads.begin()
    Content.Body._render(view.body, &self)
    let reads = span.end()
    let marks = takeMarks()
    note(marksBefore)
    note(marks)
    let isAll = trace == before
    let parts = state.regions.parts(from: partsBefore).map { $0.shifted(by: -start) }
    memory.end(key) { inner in
      guard isAll else { return nil }
      return MarkupOf(
        view, surroundings, reads, Array(out.bytes[start...]), marks, parts: parts,
        inner: inner)
    }
  }

  /// Whether what a view writes here depends on the view, on what it reads, and on its surroundings alone.
  private var mayRemember: Bool {
    (isWriting || state.wanted.isEmpty) && state.drafts.isEmpty && state.environment == nil
      && classes.count == 0 && attributes.count == 0 && state.validationMessage == nil
      && state.anchor == nil && state.dismissal == nil
      && flags.isDisjoint(with: [.defaultAction, .defaultFocus])
      && [.block, .rows, .sections, .form, .inline].contains(surrounding)
  }

  /// What views change besides the markup.
  private var trace: Trace {
    Trace(
      flags: flags.rawValue, surrounding: surrounding, appearances: state.appearances.count,
      levels: state.levels.count, presentations: state.presentations.count,
      isPushed: state.pushed != nil, title: state.layer.title, toolbar: state.layer.toolbar.count,
      back: state.layer.back?.id, defaultAction: state.layer.defaultAction,
      declaredFocus: state.layer.declaredFocus,
      isDismissable: state.layer.isDismissable, classes: classes.count,
      attributes: attributes.count,
      isAnchored: state.anchor != nil)
  }

  private struct Trace: Equatable {
    let flags: UInt16
    let surrounding: Surrounding
    let appearances, levels, presentations: Int
    let isPushed: Bool
    let title: String
    let toolbar: Int
    let back: UInt64?
    let defaultAction: UInt64
    let declaredFocus: UInt64?
    let isDismissable: Bool
    let classes, attributes: Int
    let isAnchored: Bool
  }

  private mutating func takeMarks() -> LayerMarks {
    let marks = LayerMarks(
      firstField: state.layer.firstField, isRefused: state.layer.isRefused, wroteLive: wroteLive)
    state.layer.firstField = nil
    state.layer.isRefused = false
    wroteLive = false
    return marks
  }

  private mutating func note(_ marks: LayerMarks) {
    if state.layer.firstField == nil { state.layer.firstField = marks.firstField }
    if marks.isRefused { state.layer.isRefused = true }
    if marks.wroteLive { wroteLive = true }
  }
}
