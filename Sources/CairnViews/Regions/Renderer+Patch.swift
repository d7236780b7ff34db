/// A request for a patch.
package struct PatchOrder {
  /// The regions that the browser shows, or `nil` if they're unknown. In this case, the patch contains all layers
  /// completely.
  package var base: PageRegions?
  /// Returns the URL of the page, or `nil` if the browser knows it.
  let url: (PageSummary) -> String?

  package init(of base: PageRegions?, url: String?) {
    self.init(of: base) { _ in url }
  }

  /// Creates a request for a patch.
  /// - Parameters:
  ///   - base: The regions that the browser shows, or `nil` if they're unknown.
  ///   - url: Returns the URL of an evaluated page.
  package init(of base: PageRegions?, url: @escaping (PageSummary) -> String?) {
    self.base = base
    self.url = url
  }
}

/// Writes a patch, which turns one page into another.
///
/// A patch is a line of JSON, followed by pieces of markup. There's a NUL before each piece.
///
/// ```json
/// {"from": "…", "to": "…", "title": "…", "url": "…", "lang": "…", "token": "…", "trail": "…", "focus": "…",
///  "live": 1, "layers": [0, {"of": 1, "rest": 0, "runs": {"0": [[0, 700], [700, 1, 1], [701, 299], 2]}}, {"html": 3}]}
/// ```
///
/// Missing members are unchanged. Markup is represented by the number of its piece.
///
/// - `from` and `to` are the digests of the two pages. `from` is missing if the previous page is unknown. In this
///   case, all layers are complete.
/// - `lang` is the language of the page, if the application has several languages, and the version of its frame. If
///   it's missing, both are unchanged.
/// - `live` is present if the page may change without a form.
/// - `layers` has an element for each layer. An unchanged layer is its number on the previous page.
/// - `html` is the complete markup of a new layer, or of a layer whose screen has changed completely.
/// - `of` is the number of a changed layer on the previous page.
/// - `rest` is the markup around the rows and fields of a changed layer, with a `template` element for each run.
/// - `runs` contains the changed runs by their numbers. Each run is a list of rows and fields.
///
/// The elements of a run are:
///
/// - `[first, count]` for unchanged rows and fields. `first` is the index in the previous layer, across all of its
///   runs.
/// - `[first, 1, piece]` for a changed one. In its markup, a `template` element can replace an unchanged child.
/// - `[first, 1, check, option]` for a picker in which only the selection has changed. `check` is the end of its
///   name.
/// - `piece` for a new row or field.
extension Renderer {
  /// Writes a patch into the buffer, instead of the page.
  /// - Returns: False if the patch needs markup that was omitted.
  mutating func writePatch(
    of order: PatchOrder, to page: PageRegions, _ context: PageContext, _ summary: PageSummary
  ) -> Bool {
    let layers = state.regions.layers
    var pieces = ByteBuffer()
    var head = ByteBuffer()
    var pieceCount = 0

    /// Appends a piece of markup, and returns its number.
    func piece(_ range: Range<Int>) -> Int {
      pieces.append(byte: 0)
      pieces.append(withoutNULs: UnsafeRawBufferPointer(rebasing: out.bytes[range]))
      pieceCount += 1
      return pieceCount - 1
    }

    /// Appends a piece with a changed part, and returns its number.
    func piece(_ part: RegionNotes.Part, from old: PageRegions.Part) -> Int {
      let markup = UnsafeRawBufferPointer(rebasing: out.bytes[part.range])
      let isAppended = state.rowsBefore[part.id].map { before in
        before.withUnsafeBytes { before in
          guard isMarkup(before, of: old) else { return false }
          pieces.append(byte: 0)
          let isAppended = pieces.append(changesOf: markup, from: before)
          if !isAppended { pieces.count -= 1 }
          return isAppended
        }
      }
      guard isAppended == true else { return piece(part.range) }
      pieceCount += 1
      return pieceCount - 1
    }

    /// Appends a piece with the markup around the parts of a layer, and returns its number.
    func rest(of notes: RegionNotes.Layer, _ layer: PageRegions.Layer) -> Int {
      pieces.append(byte: 0)
      var offset = notes.range.lowerBound
      var first = 0
      for (run, end) in layer.runs.enumerated() {
        pieces.append(
          withoutNULs: UnsafeRawBufferPointer(
            rebasing: out.bytes[offset..<notes.parts[first].range.lowerBound]))
        pieces.append("<template data-run=\"")
        pieces.append(integer: run)
        pieces.append("\"></template>")
        offset = notes.parts[end - 1].range.upperBound
        first = end
      }
      pieces.append(
        withoutNULs: UnsafeRawBufferPointer(
          rebasing: out.bytes[offset..<notes.range.upperBound]))
      pieceCount += 1
      return pieceCount - 1
    }

    head.append("{")
    if let base = order.base {
      head.append("\"from\":\"")
      head.append(hex: base.digest)
      head.append("\",")
    }
    head.append("\"to\":\"")
    head.append(hex: page.digest)
    head.append("\"")
    if page.title != order.base?.title {
      head.append(member: "title", title(context, summary))
    }
    if let url = order.url(summary) { head.append(member: "url", url) }
    let token = context.token(summary)
    // The page from which the patch starts has the same frame, because its digest depends on the frame. A browser that
    // has put off loading the page again, because it has unsent text, does that with the next token.
    if context.isMultilingual || order.base == nil || !token.isEmpty, let lang = context.lang {
      head.append(member: "lang", lang)
    }
    if !token.isEmpty {
      head.append(member: "token", token)
      head.append(",\"trail\":\"")
      head.append(layerPath: summary, of: context.application)
      head.append("\"")
    }
    if let focus = context.focus, let target = target(of: focus, summary) {
      // The browser keeps the focus on a button that remains on the page.
      let isThere = focus.stayingButton.map { target == .button($0) } ?? false
      if !isThere { head.append(member: "focus", target.name) }
    }
    guard !state.isFocusOmitted else { return false }
    if changesByItself(context, summary) { head.append(",\"live\":1") }
    head.append(",\"layers\":[")
    for (index, layer) in page.layers.enumerated() {
      if index > 0 { head.append(",") }
      let notes = layers[index]
      guard let before = order.base?.layers.firstIndex(where: { $0.identity == layer.identity }),
        let base = order.base?.layers[before]
      else {
        head.append("{\"html\":")
        head.append(integer: piece(notes.range))
        head.append("}")
        continue
      }
      guard layer != base else {
        head.append(integer: before)
        continue
      }
      var places = PartPlaces(base.parts, of: layer.parts)
      let steps = layer.runs.indices.map { run in
        let old = run < base.runs.count ? base.run(run) : 0..<0
        return places.steps(from: old, to: layer.run(run))
      }
      if index == 0, page.screens != order.base?.screens,
        steps.allSatisfy({ $0?.allSatisfy(\.isNew) == true })
      {
        // The screen has changed completely. If buttons are added to a form that's already in the page, browsers take
        // quadratic time, so send the whole layer.
        guard !notes.parts.contains(where: \.isLeftOut) else { return false }
        head.append("{\"html\":")
        head.append(integer: piece(notes.range))
        head.append("}")
        continue
      }
      head.append("{\"of\":")
      head.append(integer: before)
      if layer.rest != base.rest || layer.runs.count != base.runs.count {
        head.append(",\"rest\":")
        head.append(integer: rest(of: notes, layer))
      }
      var hasRuns = false
      for (run, steps) in steps.enumerated() {
        guard let steps else { continue }
        head.append(hasRuns ? ",\"" : ",\"runs\":{\"")
        hasRuns = true
        head.append(integer: run)
        head.append("\":[")
        var isFirst = true
        for step in steps {
          if !isFirst { head.append(",") }
          isFirst = false
          switch step {
          case .kept(let first, let count):
            head.append("[")
            head.append(integer: first)
            head.append(",")
            head.append(integer: count)
            head.append("]")
          case .changed(let place, let index):
            guard !notes.parts[index].isLeftOut else { return false }
            head.append("[")
            head.append(integer: place)
            head.append(",1,")
            if let choice = choice(of: notes.parts[index], from: base.parts[place]) {
              head.append("\"")
              head.append(hex: choice.check)
              head.append("\",\"")
              head.append(hex: choice.option)
              head.append("\"")
            } else {
              head.append(integer: piece(notes.parts[index], from: base.parts[place]))
            }
            head.append("]")
          case .new(let index):
            guard !notes.parts[index].isLeftOut else { return false }
            head.append(integer: piece(notes.parts[index].range))
          }
        }
        head.append("]")
      }
      head.append(hasRuns ? "}}" : "}")
    }
    head.append("]}")
    out.count = 0
    out.append(head.bytes)
    out.append(pieces.bytes)
    return true
  }
}

extension Renderer {
  /// Returns the selection of a picker in which nothing else has changed.
  private func choice(
    of part: RegionNotes.Part, from old: PageRegions.Part
  ) -> PickerMarks.Choice? {
    guard let key = state.regionKey, let (chosen, marks) = state.pickers[part.id] else {
      return nil
    }
    let markup = UnsafeRawBufferPointer(rebasing: out.bytes[part.range])
    return marks.choice(chosen, in: markup, shownAs: old.hash, key)
  }

  /// Returns whether a browser shows this markup for a part, perhaps with a popover or dialog attached.
  private func isMarkup(_ markup: UnsafeRawBufferPointer, of part: PageRegions.Part) -> Bool {
    guard let key = state.regionKey else { return false }
    if RegionHash.of(markup[...], key) == part.hash { return true }
    let content = markup.dropFirst(Self.row.utf8CodeUnitCount)
    return RegionHash.of(content, openedBy: Self.anchorRow, key) == part.hash
  }
}

extension ByteBuffer {
  /// Appends markup with U+FFFD instead of U+0000, as browsers read it.
  mutating func append(withoutNULs markup: UnsafeRawBufferPointer) {
    var rest = markup[...]
    while let index = rest.firstIndex(of: 0) {
      append(UnsafeRawBufferPointer(rebasing: rest[..<index]))
      append("\u{FFFD}")
      rest = rest[(index + 1)...]
    }
    append(UnsafeRawBufferPointer(rebasing: rest))
  }

  /// Appends another member with a text value to a JSON object.
  fileprivate mutating func append(member name: StaticString, _ text: String) {
    append(",\"")
    append(name)
    append("\":\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0..<0x20:
        append("\\u00")
        for digit in [byte >> 4, byte & 15] {
          append(byte: digit < 10 ? 0x30 + digit : 0x57 + digit)
        }
      default: append(byte: byte)
      }
    }
    append("\"")
  }

  private mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends the kind and identity of each level, beginning with the base. The ID of the application precedes them.
  mutating func append(layerPath summary: PageSummary, of application: UInt64) {
    append(hex: application)
    for level in summary.levels {
      append(",")
      append(text: level.kind.rawValue)
      append(".")
      append(hex: level.identity)
    }
  }
}
