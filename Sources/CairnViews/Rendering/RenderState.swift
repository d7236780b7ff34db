/// What one evaluation of a view gathers besides bytes: the part of the renderer that no row
/// touches.
@usableFromInline
final class RenderState {
  /// The ids of the controls whose handlers are asked for.
  let wanted: Set<UInt64>
  let drafts: [UInt64: Draft]
  /// What views have written before; nil where nothing is remembered.
  let memory: RenderMemory?

  var taps: [(id: UInt64, handler: TapHandler)] = []
  var fields: [(id: UInt64, handler: FieldHandler)] = []
  var files: [(id: UInt64, handler: FileHandler)] = []
  var appearances: [Appearance] = []
  var levels: [Level] = []
  var rows = RowNotes()
  var regions = RegionNotes()
  /// What the browser shows that the page is written for; nil where that is not known.
  let shown: PageRegions?
  /// With what regions are hashed; nil where nobody asks what a page consists of.
  let regionKey: RegionHash.Key?
  /// Whether what is remembered may be left out: what the browser shows already, and what no wanted control is in.
  var leavesOut: Bool
  /// Whether a view was left out in which a wanted control may be.
  var hasLeftOut = false
  /// Whether rows that are remembered are looked through for wanted controls, in place of the views around them.
  var looksIntoRows: Bool
  /// Whether the row was left out that the button is in that may have the focus: it is there as it was.
  var hasLeftOutSought = false
  /// What the browser shows of the layer that is being written.
  var shownParts: [PageRegions.Part] = []
  /// By how much the parts that are written are behind those that are shown.
  var shownShift = 0
  /// How often it was looked for in vain.
  var misses = 0
  /// The row that is remembered as such; 0 for none.
  var rowWithMemory: UInt64 = 0
  /// What rows were that have changed: their markup, by their places. See ``Renderer/mostBefore``.
  var rowsBefore: [UInt64: [UInt8]] = [:]
  /// The pickers that were written, with what is chosen, by their places.
  var pickers: [UInt64: (chosen: UInt64, marks: PickerMarks)] = [:]
  /// The rows of a page that is too large; nil for any other.
  var largeRows: LargeRows?
  /// In how many tab views the renderer is.
  var tabDepth = 0
  /// Whether what is being written goes into the bar.
  var isInBar = false
  /// The first buttons of the rows that are sought.
  var buttonOfNextRow: UInt64?
  var buttonOfPreviousRow: UInt64?
  /// The first button of the branch that is sought.
  var buttonOfBranch: UInt64?
  /// The place of the innermost branch with a wanted button, while handlers are collected; 0 for none.
  var branch: UInt64 = 0
  /// The layers that the current one presents.
  var presentations: [Presentation] = []
  /// The screen that the current one pushes.
  var pushed: Presentation?
  var layer = Layer(kind: .screen, identity: Place.root)

  /// The id of the view at which a popover stands, until that view is there.
  @usableFromInline var anchor: UInt64?
  /// Whether the browser loads the page, so that it begins at its top.
  var isLoaded = false
  /// The path of the application, with a slash at its end.
  var root = "/"
  /// The place of the row at which a confirmation dialog stands, until that row is there; 0 for none.
  var anchorRow: UInt64 = 0
  /// The rows whose buttons have presented layers, by the layers; while a page is written.
  var openerRows: [UInt64: UInt64] = [:]
  /// What a button of an alert does after its action.
  var dismissal: (() -> Void)?
  /// What views around hand down; nil where none has.
  var environment: EnvironmentValues?
  /// How a value is appended to the path of the stack around.
  @usableFromInline var append: ((Any) -> Void)?
  /// The message beside the next field.
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
  /// Whether the controls of a layer have names though others cover it: they have them where the page is shown, and
  /// so nothing of the layer is another.
  func keepsNames(of layer: UInt64) -> Bool {
    shown?.layers.first { $0.identity == layer }?.isNamed ?? false
  }
}

/// A layer while it is evaluated.
struct Layer {
  let kind: LayerKind
  let identity: UInt64
  var title = ""
  var toolbar: [ToolbarEntry] = []
  var back: Back?
  /// Writes the link that is where Back is on the screens above; nil if there is none.
  var backLink: ((inout Renderer) -> Void)?
  /// The id of the button that Enter presses; 0 applies the fields and runs nothing.
  var defaultAction: UInt64 = 0
  /// The first field that can be edited.
  var firstField: UInt64?
  /// Whether one of its fields takes files.
  var takesFiles = false
  /// Whether something is said of a field's value.
  var isRefused = false
  /// What is to have the focus when the layer is presented.
  var declaredFocus: UInt64?
  /// Of an alert or a dialog, its first button and its Cancel.
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

/// A part of the bar, in the order in which it was declared.
@usableFromInline
struct ToolbarEntry {
  let place: UInt64
  let isDisabled: Bool
  /// The id of the view at which a popover around stands.
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

/// What a picker or tab view asks of the tags in it.
@usableFromInline
struct Choice {
  /// The hash of the tag that is selected.
  @usableFromInline var selected: UInt64 = 0
  /// The hash of the tag whose value is sought.
  @usableFromInline var sought: UInt64?
  @usableFromInline var found: Any?
  /// The hash of the tag around, and its value where a handler needs it.
  @usableFromInline var tag: UInt64?
  @usableFromInline var select: ((Any) -> Void)?
  @usableFromInline var value: Any?
  /// The field's name where options are radio buttons.
  @usableFromInline var radio: (id: UInt64, check: UInt64)?
  /// Where the choice stands, where a patch may say no more than that.
  var marks: PickerMarks?

  @usableFromInline
  init() {}
}
