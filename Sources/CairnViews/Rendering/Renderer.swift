import CairnFeatures

/// Where views write themselves: bytes of a page, or the handlers of its controls.
///
/// One evaluation of a view has one of two modes. Writing, it appends escaped UTF-8 to one
/// buffer. Collecting, it writes nothing and keeps the closures of the controls that were asked
/// for. What is inherited (a place, whether controls are disabled, what surrounds) stands in plain
/// fields that modifiers save and restore.
///
/// Applications meet it in no place but the signature of ``View/_render(_:_:)``.
public struct Renderer: ~Copyable {
  /// What is true where the renderer stands.
  @usableFromInline
  struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt16
    @inlinable
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bytes are appended.
    @inlinable static var writing: Flags { Flags(rawValue: 1) }
    /// The layer may be the top one: controls have names, or are collected.
    @inlinable static var live: Flags { Flags(rawValue: 2) }
    /// A screen or cover hides what stands here: rows are skipped.
    @inlinable static var hidden: Flags { Flags(rawValue: 4) }
    /// Controls can not be operated.
    @inlinable static var disabled: Flags { Flags(rawValue: 8) }
    /// The next button is the layer's default action.
    @inlinable static var defaultAction: Flags { Flags(rawValue: 16) }
    /// Buttons dismiss their layer after their action: those of an alert.
    @inlinable static var dismissing: Flags { Flags(rawValue: 32) }
    /// Handlers are kept.
    @inlinable static var collecting: Flags { Flags(rawValue: 64) }
    /// The next control has the focus when its layer is presented.
    @inlinable static var defaultFocus: Flags { Flags(rawValue: 128) }
    /// The page is too large: rows are measured, and some of them left out.
    @inlinable static var limited: Flags { Flags(rawValue: 256) }
  }

  @usableFromInline var out = ByteBuffer()
  /// Classes and attributes that the next element takes, escaped already.
  @usableFromInline var classes = ByteBuffer()
  @usableFromInline var attributes = ByteBuffer()
  @usableFromInline package var place: UInt64 = Place.root
  @usableFromInline var flags: Flags
  @usableFromInline var surrounding = Surrounding.block
  @usableFromInline var buttonStyle = ButtonStyle.automatic
  @usableFromInline var pickerStyle = PickerStyle.menu
  @usableFromInline var textInput = TextInput()
  /// How many views are evaluated within each other here, primitives aside.
  @usableFromInline var depth = 0
  /// Whether a control was written that is only right in the top layer.
  @usableFromInline var wroteLive = false
  /// Whether what is read is noted for each body.
  @usableFromInline let tracksBodies = ViewReads.tracksBodies
  /// The rows one of which is to have the focus, where what had it is gone; 0 for none.
  @usableFromInline var soughtRow: UInt64 = 0
  @usableFromInline var soughtRowBefore: UInt64 = 0
  /// The branch one of whose buttons is to have the focus, where what had it is gone; 0 for none.
  @usableFromInline var soughtBranch: UInt64 = 0
  /// The button that may have the focus, and the row that it is in; 0 for none.
  @usableFromInline var soughtControl: UInt64 = 0
  @usableFromInline var rowOfSoughtControl: UInt64 = 0
  /// The bits of each id that was written.
  @usableFromInline var writtenMask: UInt64 = 0
  /// The bits of all wanted ids, to turn down most others at once.
  @usableFromInline var wantedMask: UInt64 = 0
  @usableFromInline let state: RenderState

  init(writing state: RenderState) {
    self.state = state
    flags = [.writing, .live]
    // A page's head and first bar, which are written after its content, fit in front of it.
    out = ByteBuffer(capacity: 28_672, front: 4096)
  }

  /// One that writes a row once more, apart from all else, as it would stand where another one stands.
  init(apartFrom outer: borrowing Renderer, at row: UInt64) {
    let apart = RenderState()
    apart.environment = outer.state.environment
    apart.append = outer.state.append
    apart.root = outer.state.root
    apart.layer = outer.state.layer
    self.init(writing: apart)
    flags = outer.flags
    place = row
    surrounding = outer.surrounding
    buttonStyle = outer.buttonStyle
    pickerStyle = outer.pickerStyle
    textInput = outer.textInput
    depth = outer.depth
  }

  init(collecting state: RenderState) {
    self.state = state
    flags = [.collecting, .live]
    for id in state.wanted { wantedMask |= Self.bits(of: id) }
  }

  /// The bits of an id in a mask: four of them, so that a mask of a row's few ids seldom has those of another.
  @inlinable
  static func bits(of id: UInt64) -> UInt64 {
    1 &<< (id & 63) | 1 &<< (id &>> 6 & 63) | 1 &<< (id &>> 12 & 63) | 1 &<< (id &>> 18 & 63)
  }

  /// Whether a wanted control may be where these ids are.
  func mayHoldWanted(_ ids: UInt64) -> Bool {
    guard ids & wantedMask != 0 else { return false }
    if ids & wantedMask == wantedMask { return true }
    // It is the only one, as where a button is pressed: asked for each row of a list.
    if state.wanted.count == 1 { return false }
    // Of many, one or another has its bits anywhere.
    return state.wanted.count > 8
      || state.wanted.contains { ids & Self.bits(of: $0) == Self.bits(of: $0) }
  }

  /// Whether bytes are appended here.
  @inlinable
  package var isWriting: Bool { flags.contains(.writing) }

  /// Whether the handler of the control `id` is to be kept.
  @inlinable
  func wants(_ id: UInt64) -> Bool {
    wantedMask & Self.bits(of: id) == Self.bits(of: id) && isWanted(id)
  }

  @usableFromInline
  func isWanted(_ id: UInt64) -> Bool {
    flags.contains([.collecting, .live]) && state.wanted.contains(id)
  }
}

/// What stands around a view, as far as its markup depends on it.
@usableFromInline
enum Surrounding: UInt8 {
  /// A stack, a section, a row: text is a paragraph.
  case block
  /// Directly in a list: each view is a row.
  case rows
  /// Directly in a list of sections: a view outside of them is a list of one row.
  case sections
  /// Directly in a form: sections are field sets.
  case form
  /// In a button, a label, an element: text is bare.
  case inline
  /// The options of a picker.
  case options
  /// The bar of a tab view.
  case tabs
  /// The content of a tab view.
  case tabContent
}
