import CairnFeatures

/// Writes views into a page, or collects the handlers of their controls.
///
/// Each evaluation of a view has one of two modes. In writing mode, the renderer appends escaped UTF-8 to a buffer.
/// In collecting mode, it writes nothing, and keeps the closures of wanted controls. Inherited values, such as the
/// place and whether controls are disabled, are plain properties that modifiers save and restore.
///
/// Applications use this type only as a parameter of `View._render(_:_:)`.
public struct Renderer: ~Copyable {
  /// The conditions at the renderer's position.
  @usableFromInline
  struct Flags: OptionSet {
    @usableFromInline let rawValue: UInt16
    @inlinable
    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Bytes are appended.
    @inlinable static var writing: Flags { Flags(rawValue: 1) }
    /// The layer may be the top one, so its controls have names or are collected.
    @inlinable static var live: Flags { Flags(rawValue: 2) }
    /// A screen or cover hides the content, so rows are skipped.
    @inlinable static var hidden: Flags { Flags(rawValue: 4) }
    /// Controls are disabled.
    @inlinable static var disabled: Flags { Flags(rawValue: 8) }
    /// The next button is the layer's default action.
    @inlinable static var defaultAction: Flags { Flags(rawValue: 16) }
    /// Buttons dismiss their layer after their action, as in an alert.
    @inlinable static var dismissing: Flags { Flags(rawValue: 32) }
    /// Handlers are collected.
    @inlinable static var collecting: Flags { Flags(rawValue: 64) }
    /// The next control gets the focus when its layer is presented.
    @inlinable static var defaultFocus: Flags { Flags(rawValue: 128) }
    /// The page is too large, so rows are measured and some of them are omitted.
    @inlinable static var limited: Flags { Flags(rawValue: 256) }
  }

  @usableFromInline var out = ByteBuffer()
  /// The escaped classes and attributes for the next element.
  @usableFromInline var classes = ByteBuffer()
  @usableFromInline var attributes = ByteBuffer()
  /// Whether a tag was opened with attributes of modifiers, and may not have ended yet.
  @usableFromInline var hasGivenAttributes = false
  @usableFromInline package var place: UInt64 = Place.root
  @usableFromInline var flags: Flags
  @usableFromInline var surrounding = Surrounding.block
  @usableFromInline var buttonStyle = ButtonStyle.automatic
  @usableFromInline var pickerStyle = PickerStyle.menu
  @usableFromInline var textInput = TextInput()
  /// The number of views that are nested in each other at this position. Primitive views aren't counted, except for
  /// ``AnyView``.
  @usableFromInline var depth = 0
  /// Whether a control was written that's valid only in the top layer.
  @usableFromInline var wroteLive = false
  /// Whether reads are recorded for each body.
  @usableFromInline let tracksBodies = ViewReads.tracksBodies
  /// The rows next to the previous focus, one of which gets the focus if that control is gone.
  @usableFromInline var soughtRows: [UInt64] = []
  /// The branches around the previous focus, innermost first. If that control is gone, the first button of the first
  /// branch that's still there gets the focus.
  @usableFromInline var soughtBranches: [UInt64] = []
  /// The button that may get the focus and the place of its row, or 0 if there is no button or row.
  @usableFromInline var soughtControl: UInt64 = 0
  @usableFromInline var rowOfSoughtControl: UInt64 = 0
  /// The bits of each ID that was written.
  @usableFromInline var writtenMask: UInt64 = 0
  /// The bits of all wanted IDs, to reject most other IDs quickly.
  @usableFromInline var wantedMask: UInt64 = 0
  @usableFromInline let state: RenderState

  init(writing state: RenderState) {
    self.state = state
    flags = [.writing, .live]
    // The page's head and first bar are written after the content, and fit into the space before it.
    out = ByteBuffer(capacity: 28_672, front: 4096)
  }

  /// Creates a renderer that writes a row separately, as if it were at the position of another renderer.
  init(apartFrom outer: borrowing Renderer, at row: UInt64) {
    let apart = RenderState()
    apart.environment = outer.state.environment
    apart.append = outer.state.append
    apart.root = outer.state.root
    apart.texts = outer.state.texts
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

  /// Returns the bits of an ID in a mask. With four bits per ID, the mask of a row with few IDs rarely matches other
  /// IDs.
  @inlinable
  static func bits(of id: UInt64) -> UInt64 {
    1 &<< (id & 63) | 1 &<< (id &>> 6 & 63) | 1 &<< (id &>> 12 & 63) | 1 &<< (id &>> 18 & 63)
  }

  /// Returns whether content with these IDs may contain a wanted control.
  func mayHoldWanted(_ ids: UInt64) -> Bool {
    guard ids & wantedMask != 0 else { return false }
    if ids & wantedMask == wantedMask { return true }
    // There's only one wanted ID, such as for a tap. This function is called for each row of a list.
    if state.wanted.count == 1 { return false }
    // Among many wanted IDs, the bits of some probably match.
    return state.wanted.count > 8
      || state.wanted.contains { ids & Self.bits(of: $0) == Self.bits(of: $0) }
  }

  /// Whether bytes are appended at this position.
  @inlinable
  package var isWriting: Bool { flags.contains(.writing) }

  /// Returns whether the handler of the control `id` must be kept.
  @inlinable
  func wants(_ id: UInt64) -> Bool {
    wantedMask & Self.bits(of: id) == Self.bits(of: id) && isWanted(id)
  }

  @usableFromInline
  func isWanted(_ id: UInt64) -> Bool {
    flags.contains([.collecting, .live]) && state.wanted.contains(id)
  }
}

/// The context of a view, on which its markup depends.
@usableFromInline
enum Surrounding: UInt8 {
  /// In a stack, section, or row, text is a paragraph.
  case block
  /// Directly in a list, each view is a row.
  case rows
  /// Directly in a list with sections, a view outside a section is a list with one row.
  case sections
  /// Directly in a form, sections are field sets.
  case form
  /// In a button, label, or element, text has no paragraph around it.
  case inline
  /// The options of a picker.
  case options
  /// The bar of a tab view.
  case tabs
  /// The content of a tab view.
  case tabContent
}
