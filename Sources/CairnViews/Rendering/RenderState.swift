import CairnTexts

/// The results of an evaluation other than bytes.
///
/// This is the part of the renderer's state that most rows don't access.
@usableFromInline
final class RenderState {
  /// The IDs of the controls whose handlers are collected.
  let wanted: Set<UInt64>
  let drafts: [UInt64: Draft]
  /// The markup that views wrote before, or `nil` if it isn't remembered.
  let memory: RenderMemory?

  var taps: [(id: UInt64, handler: TapHandler)] = []
  var fields: [(id: UInt64, handler: FieldHandler)] = []
  var files: [(id: UInt64, handler: FileHandler)] = []
  var appearances: [Appearance] = []
  var levels: [Level] = []
  var rows = RowNotes()
  var regions = RegionNotes()
  /// The regions that the browser shows, or `nil` if they're unknown.
  let shown: PageRegions?
  /// The key for hashing regions, or `nil` if the page's regions aren't needed.
  let regionKey: RegionHash.Key?
  /// Whether remembered content may be skipped if the browser already shows it, or if it has no wanted control.
  var leavesOut: Bool
  /// Whether a view was skipped that may contain a wanted control.
  var hasLeftOut = false
  /// Whether remembered rows are searched for wanted controls, instead of the views around them.
  var looksIntoRows: Bool
  /// Whether the row with the button that may get the focus was omitted. The row is on the page, and is unchanged.
  var hasLeftOutSought = false
  /// Whether the control that gets the focus may be in omitted content.
  var isFocusOmitted = false
  /// The parts that the browser shows of the layer that's being written.
  var shownParts: [PageRegions.Part] = []
  /// The difference between the index of a shown part and the index of the same part in this evaluation.
  var shownShift = 0
  /// The number of searches for a shown part other than the expected one.
  var misses = 0
  /// The place of the row that's remembered as a row, or 0 if there is no such row.
  var rowWithMemory: UInt64 = 0
  /// The previous markup of changed rows, by their places. See ``Renderer/mostBefore``.
  var rowsBefore: [UInt64: [UInt8]] = [:]
  /// The written pickers with their selections, by their places.
  var pickers: [UInt64: (chosen: UInt64, marks: PickerMarks)] = [:]
  /// The rows of a page that's too large, or `nil` for any other page.
  var largeRows: LargeRows?
  /// The number of enclosing tab views.
  var tabDepth = 0
  /// Whether the current content is written into the bar.
  var isInBar = false
  /// The first buttons of the wanted rows.
  var buttonsOfRows: [UInt64: UInt64] = [:]
  /// The other button of the stepper with the wanted button, if the wanted one is disabled.
  var otherStep: UInt64?
  /// The first button of the innermost wanted branch that was written.
  var buttonOfBranch: UInt64?
  var hasFoundBranch = false
  /// The places of the branches with a wanted button, innermost first. They're set while handlers are collected.
  var branches: [UInt64] = []
  /// The path whose links are searched for, or `nil` if there's no search. See ``links(to:in:)``.
  var soughtPath: String?
  /// The links that were found, by the identity of their level.
  var links: [UInt64: TappedButton] = [:]
  /// The layers that the current layer presents.
  var presentations: [Presentation] = []
  /// The screen that the current screen pushes.
  var pushed: Presentation?
  /// The layer that a closed guard presents over all other layers, until that layer is evaluated.
  @usableFromInline var overlay: Presentation?
  /// The number of evaluated guards.
  @usableFromInline var guards = 0
  /// See ``PageSummary/closedGuards``.
  @usableFromInline var closedGuards: UInt64 = 0
  var layer = Layer(kind: .screen, identity: Place.root)
  /// The offset of the top layer in the markup. The layers below it are inert, so their controls can't have the focus.
  var startOfTopLayer = 0

  /// The ID of the view to which a popover is attached, until that view is written.
  @usableFromInline var anchor: UInt64?
  /// Whether the browser loads the page, and therefore shows its top.
  var isLoaded = false
  /// The path of the application, with a slash at its end.
  var root = "/"
  /// The framework's texts, in the language of the page.
  var texts = Texts.english
  /// The place of the row to which a dialog is attached, until that row is written, or 0 if there is no such row.
  var anchorRow: UInt64 = 0
  /// The rows whose buttons presented layers, by layer. The dictionary is empty unless a page is written.
  var openerRows: [UInt64: UInt64] = [:]
  /// The closure that a button of an alert runs after its action.
  var dismissal: (() -> Void)?
  /// The values that enclosing views pass down, or `nil` if they don't set any.
  var environment: EnvironmentValues?
  /// Appends a value to the path of the enclosing stack.
  @usableFromInline var append: ((Any) -> Void)?
  /// The message for the next field.
  var validationMessage: String?
  @usableFromInline var choice = Choice()

  init(
    wanted: Set<UInt64> = [], drafts: [UInt64: Draft] = [:], memory: RenderMemory? = nil,
    shown: PageRegions? = nil, regionKey: RegionHash.Key? = nil, leavesOut: Bool = false,
    looksIntoRows: Bool = false
  ) {
    self.looksIntoRows = looksIntoRows
    self.shown = shown
    self.regionKey = regionKey
    self.leavesOut = leavesOut
    self.wanted = wanted
    self.drafts = drafts
    self.memory = memory
  }
}

extension RenderState {
  /// Removes and returns the layer that a closed guard presents over all others.
  func takeOverlay() -> Presentation? {
    defer { overlay = nil }
    return overlay
  }

  /// Returns whether the controls of a covered layer keep their names.
  ///
  /// They keep them if they have names in the browser, so that the layer's markup doesn't change.
  func keepsNames(of layer: UInt64) -> Bool {
    shown?.layers.first { $0.identity == layer }?.isNamed ?? false
  }
}

/// A layer that's being evaluated.
struct Layer {
  let kind: LayerKind
  let identity: UInt64
  var title = ""
  var toolbar: [ToolbarEntry] = []
  var back: Back?
  /// Writes the link in the position of the Back button, or `nil` if there is no link.
  var backLink: ((inout Renderer) -> Void)?
  /// The ID of the button that Enter presses. With 0, Enter applies the fields and runs nothing else.
  var defaultAction: UInt64 = 0
  /// The first editable field.
  var firstField: UInt64?
  /// Whether one of the layer's fields accepts files.
  var takesFiles = false
  /// Whether a field has a message.
  var isRefused = false
  /// The control that gets the focus when the layer is presented.
  var declaredFocus: UInt64?
  /// The first button and the Cancel button of an alert or dialog.
  var firstButton: UInt64?
  var cancelButton: UInt64?
  var isDismissable = true

  var hasFields: Bool { firstField != nil }

  init(kind: LayerKind, identity: UInt64) {
    self.kind = kind
    self.identity = identity
  }

  /// The way back to the screen below.
  struct Back {
    let title: String
    let id: UInt64
  }
}

/// An entry of the bar, in order of declaration.
@usableFromInline
struct ToolbarEntry {
  let place: UInt64
  let isDisabled: Bool
  /// The ID of the view to which an enclosing popover is attached.
  let anchor: UInt64?
  let content: (inout Renderer) -> Void

  @usableFromInline
  init(
    place: UInt64, isDisabled: Bool, anchor: UInt64? = nil,
    content: @escaping (inout Renderer) -> Void
  ) {
    self.place = place
    self.isDisabled = isDisabled
    self.anchor = anchor
    self.content = content
  }
}

/// The data that a picker or tab view exchanges with the tags in it.
@usableFromInline
struct Choice {
  /// The hash of the selected tag.
  @usableFromInline var selected: UInt64 = 0
  /// The hash of the tag whose value is wanted.
  @usableFromInline var sought: UInt64?
  @usableFromInline var found: Any?
  /// The hash of the enclosing tag. Its value is in `value`, for handlers.
  @usableFromInline var tag: UInt64?
  @usableFromInline var select: ((Any) -> Void)?
  @usableFromInline var value: Any?
  /// The ID and check of the field, if the options are radio buttons.
  @usableFromInline var radio: (id: UInt64, check: UInt64)?
  /// The positions of the selection, if a patch may contain only the selection.
  var marks: PickerMarks?

  @usableFromInline
  init() {}
}
