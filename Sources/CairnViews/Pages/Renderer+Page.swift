import CairnTexts

extension Renderer {
  /// Writes a whole page or a patch, and returns a description of it.
  /// - Parameter isComplete: Set to false if the patch needs content that was omitted.
  mutating func renderPage<Root: View>(
    _ view: Root, _ context: PageContext, _ isComplete: inout Bool
  ) -> (PageSummary, PageRegions?) {
    layers(of: view) { renderer, index, range in
      renderer.writeChrome(context, index: index, range)
    }
    let summary = summary
    let regions = regions(of: summary, context)
    if case .patch(let order) = context.form, let regions {
      isComplete = writePatch(of: order, to: regions, context, summary)
      return (summary, regions)
    }
    // A recorder's controls may have the focus.
    let isLoaded = state.isLoaded && context.foot.isEmpty
    if let focus = context.focus ?? (isLoaded ? .loaded : nil) { write(focus, summary) }
    let layers = out.count
    var isAfter = false
    for piece in context.chrome.page {
      switch piece {
      case .bytes(let bytes): out.append(bytes)
      case .slot(.layers):
        guard !isAfter else { continue }
        isAfter = true
        out.rotate(from: 0, middle: layers)
        out.append(context.foot)
      case .slot(let slot): write(slot, ofPage: context, summary, regions)
      }
    }
    return (summary, regions)
  }

  /// Returns whether the page may change without a form.
  func changesByItself(_ context: PageContext, _ summary: PageSummary) -> Bool {
    context.mayBegin
      && (context.refresh == .effectsRunning || summary.appearances.contains(where: \.isTask))
  }

  private func regions(of summary: PageSummary, _ context: PageContext) -> PageRegions? {
    guard let key = context.regionKey else { return nil }
    return regions(title: title(context, summary), levels: summary, key)
  }

  /// Returns the title of the page. Call it after all layers are written.
  func title(_ context: PageContext, _ summary: PageSummary) -> String {
    // Screen readers announce the title first, so it also reports an error.
    context.titlePrefix
      + (state.layer.isRefused
        ? state.texts[.titleWithError(title: summary.title)] : summary.title)
  }

  /// Evaluates a view for its handlers.
  mutating func collect<Root: View>(_ view: Root) -> Collected {
    layers(of: view) { renderer, _, range in
      guard range.isTop, renderer.state.layer.kind.isLayer else { return }
      let layer = renderer.state.layer
      if let (id, attempt) = renderer.asking, renderer.wants(id) {
        renderer.keepTap(id, isCancellation: true, attempt)
      }
      let id = Place.mix(layer.identity, 8)
      guard layer.isDismissable, layer.kind != .screen, layer.kind != .alert,
        renderer.ownAsking == nil, let dismiss = renderer.layerDismissal, renderer.wants(id)
      else { return }
      renderer.keepTap(id, isCancellation: true, isBackdrop: true, dismiss)
    }
    let layer = state.layer
    return Collected(
      summary: summary,
      taps: Dictionary(state.taps.map { ($0.id, $0.handler) }) { first, _ in first },
      fields: Dictionary(state.fields.map { ($0.id, $0.handler) }) { first, _ in first },
      files: Dictionary(state.files.map { ($0.id, $0.handler) }) { first, _ in first },
      dismissTop: layer.kind == .screen || !layer.isDismissable ? nil : layerDismissal,
      levels: state.levels, rows: state.rows.around ?? RowsAround(),
      innerRows: state.rows.inner ?? RowsAround(), branches: state.branches)
  }

  /// Dismisses the current layer without one of its buttons, or presents its question.
  private var layerDismissal: (() -> Void)? {
    ownAsking?.attempt ?? layerLevels?.first?.dismiss
  }

  /// The levels of the current layer.
  private var layerLevels: ArraySlice<Level>? {
    let identity = state.layer.identity
    guard let index = state.levels.lastIndex(where: { $0.summary.identity == identity }) else {
      return nil
    }
    return state.levels[index...]
  }

  /// The topmost question that a level asks before the user leaves it, with the ID of its hidden button.
  private var asking: (id: UInt64, attempt: () -> Void)? { state.levels.asking?.question }

  /// The topmost question of the current layer's levels, which its backdrop also presents.
  private var ownAsking: (id: UInt64, attempt: () -> Void)? { layerLevels?.asking?.question }

  private var summary: PageSummary {
    PageSummary(
      levels: state.levels.map(\.summary), hasFields: state.layer.hasFields,
      appearances: state.appearances, closedGuards: state.closedGuards)
  }

  private mutating func write(
    _ slot: Chrome.Slot, ofPage context: PageContext, _ summary: PageSummary,
    _ regions: PageRegions?
  ) {
    switch slot {
    case .lang: write(attribute: context.texts.language.tag)
    case .dir: if context.texts.language.direction == .rightToLeft { write(" dir=\"rtl\"") }
    case .title: write(text: title(context, summary))
    case .canonical: write(attribute: context.canonical)
    case .stylesheet: write(attribute: context.stylesheet)
    case .head:
      if let regions, !context.script.isEmpty {
        write("<meta name=\"cairn-page\" content=\"")
        write(id: regions.digest)
        write(" ")
        out.append(layerPath: summary, of: context.application)
        let isLive = changesByItself(context, summary)
        if isLive { write(" live") }
        if let cookie = context.cookie() {
          write(isLive ? " " : "  ")
          write(attribute: cookie)
        }
        if let lang = context.lang {
          write("\" data-lang=\"")
          write(attribute: lang)
        }
        write("\">\n<script type=\"module\" src=\"")
        write(attribute: context.script)
        write("\"></script>\n")
        if let texts = context.texts.script {
          write("<meta name=\"cairn-texts\" content=\"")
          write(attribute: texts)
          write("\">\n")
        }
      }
      if let step = step(context, summary) {
        write("<meta name=\"cairn-step\" content=\"")
        write(attribute: step.rawValue)
        write("\">\n")
      }
      out.append(context.head)
      if context.refresh == .effectsRunning, !summary.hasFields {
        write("<noscript><meta http-equiv=\"refresh\" content=\"1\"></noscript>\n")
      }
    default: break
    }
  }

  private func step(_ context: PageContext, _ summary: PageSummary) -> PageStep? {
    guard context.focus == nil else { return context.step }
    let slash = UInt8(ascii: "/")
    let mark = UInt8(ascii: "?")
    // Skip the two slashes before the host.
    guard let host = context.source.utf8.split(separator: slash, maxSplits: 2).dropFirst().first
    else { return nil }
    let path = context.source.utf8[host.endIndex...].prefix { $0 != mark }
    return PageStep(from: path, to: context.canonical.utf8.prefix { $0 != mark }, summary)
  }

  /// Adds the chrome around the content of a layer.
  private mutating func writeChrome(_ context: PageContext, index: Int, _ range: ContentRange) {
    var isAfter = false
    for piece in context.chrome.pieces(of: state.layer.kind) {
      switch piece {
      case .bytes(let bytes): out.append(bytes)
      case .slot(.content), .slot(.buttons):
        guard !isAfter else { continue }
        isAfter = true
        state.regions.moveBehindHead(
          range.start..<range.end, middle: range.middle, head: out.count - range.end)
        // The chrome so far must precede the content. The bar's items after the content were already copied, so
        // remove them.
        out.rotate(from: range.start, middle: range.end)
        out.count -= range.end - range.middle
      case .slot(.bar):
        for piece in context.chrome.bar {
          switch piece {
          case .bytes(let bytes): out.append(bytes)
          case .slot(let slot): write(slot, ofLayer: index, context, range)
          }
        }
      case .slot(let slot): write(slot, ofLayer: index, context, range)
      }
    }
    state.regions.endLayer(
      state.layer.identity, range.start..<out.count,
      isNamed: range.isTop || state.keepsNames(of: state.layer.identity))
  }

  /// Writes markup that belongs only to this response.
  private mutating func writeHole(_ body: (inout Renderer) -> Void) {
    let start = out.count
    body(&self)
    state.regions.noteHole(start..<out.count)
  }

  private mutating func write(
    _ slot: Chrome.Slot, ofLayer index: Int, _ context: PageContext, _ range: ContentRange
  ) {
    // The layer isn't copied for each slot, because it has many references to count.
    let isNamed = range.isTop || state.keepsNames(of: state.layer.identity)
    switch slot {
    case .id: writeLayerID(index)
    case .titleID:
      writeLayerID(index)
      write("-title")
    case .messageID:
      guard range.end > range.middle else { return }
      writeLayerID(index)
      write("-message")
    case .action: writeHole { $0.write(attribute: context.action) }
    case .inert:
      writeHole { if !range.isTop { $0.write(" inert") } }
      if state.layer.takesFiles { write(" enctype=\"multipart/form-data\"") }
    case .title: write(text: state.layer.title)
    case .notice:
      guard range.isTop, !context.notice.isEmpty else { return }
      write("<p class=\"notice\" role=\"status\">")
      write(text: state.texts[context.notice])
      write("</p>")
    case .token:
      if range.isTop { writeCarried(context) }
      writeHole {
        guard range.isTop else { return }
        $0.write("<input type=\"hidden\" name=\"~token\" value=\"")
        if case .whole = context.form { $0.write(attribute: context.token($0.summary)) }
        $0.write("\">")
      }
    case .default:
      guard isNamed else { return }
      write("<button class=\"default-action\"")
      writeTap(state.layer.defaultAction)
      // The script presses this button for Enter regardless of the focus, unless the focused control uses the key.
      if state.layer.defaultAction != 0 { write(" aria-keyshortcuts=\"Enter\"") }
      write(" tabindex=\"-1\" aria-hidden=\"true\"></button>")
      // The script presses this button for ways of leaving that the server can't see.
      if let asking {
        write("<button class=\"asks\" hidden aria-hidden=\"true\"")
        writeTap(asking.id)
        write("></button>")
      }
    case .backdrop: writeBackdrop(isNamed: isNamed)
    case .back:
      guard let back = state.layer.back else {
        let backLink = state.layer.backLink
        backLink?(&self)
        return
      }
      write("<button class=\"back\"")
      if isNamed { writeTap(back.id) }
      if let name = backName(back.title) {
        write(" aria-label=\"")
        write(attribute: name)
        write("\"")
      }
      write(">")
      write(text: back.title.isEmpty ? state.texts[.back] : back.title)
      write("</button>")
    case .toolbar: writeToolbar(context, range)
    case .message:
      guard range.end > range.middle else { return }
      write("<p class=\"message\" id=\"")
      writeLayerID(index)
      write("-message\">")
      out.appendCopy(from: range.middle, range.end - range.middle)
      write("</p>")
    case .lang, .dir, .canonical, .stylesheet, .head, .layers, .bar, .content, .buttons, .status,
      .home, .homeTitle, .mark:
      break
    }
  }

  /// Writes the texts of fields that aren't on the page. They aren't holes, so the next patch removes them.
  private mutating func writeCarried(_ context: PageContext) {
    for (name, text) in context.carried {
      write("<input type=\"hidden\" name=\"kept~f.")
      write(id: name.id)
      write(".")
      write(id: name.check)
      write("\" value=\"")
      write(attribute: text)
      write("\">")
    }
  }

  private mutating func writeToolbar(_ context: PageContext, _ range: ContentRange) {
    let length = range.end - range.middle
    let updates =
      range.isTop && state.layer.hasFields && context.refresh == .effectsRunning
    guard length > 0 || updates else { return }
    write("<div class=\"toolbar\">")
    out.appendCopy(from: range.middle, length)
    if updates {
      write("<button class=\"update\"")
      writeTap(0)
      write(">")
      write(text: state.texts[.update])
      write("</button>")
    }
    write("</div>")
  }

  private mutating func writeBackdrop(isNamed: Bool) {
    guard state.layer.isDismissable, state.layer.kind != .alert else {
      write("<div class=\"backdrop\"></div>")
      return
    }
    write("<button class=\"backdrop\"")
    if isNamed { writeTap(ownAsking?.id ?? Place.mix(state.layer.identity, 8)) }
    write(" tabindex=\"-1\" aria-label=\"")
    write(attribute: state.texts[.close])
    write("\"></button>")
  }

  private mutating func writeLayerID(_ index: Int) {
    write("layer")
    out.append(integer: index)
  }

  /// Writes the name and value that identify a button in a form.
  @inlinable
  mutating func writeTap(_ id: UInt64) {
    write(" name=\"~tap\" value=\"")
    write(id: id)
    write("\"")
  }
}
