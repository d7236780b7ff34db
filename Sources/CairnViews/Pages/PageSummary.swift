/// A level of a page, which is a layer or a screen that's pushed within a layer.
public struct LevelSummary: Sendable, Equatable {
  /// The kind of the level.
  public let kind: LayerKind
  /// The place of the presentation, combined with the identity of the presented item.
  public let identity: UInt64
  /// The title of the level's bar or dialog, or an empty string if it has no title.
  public internal(set) var title: String
}

/// A description of a page.
public struct PageSummary {
  /// The title of the page, such as `Delete “Mouse”? – Inventory`.
  ///
  /// It consists of the topmost title and, if it's different, the lowest title.
  public var title: String {
    guard let top = levels.last(where: { !$0.title.isEmpty })?.title,
      let root = levels.first(where: { !$0.title.isEmpty })?.title
    else { return "" }
    return top == root ? top : "\(top) – \(root)"
  }
  /// The levels of the page, beginning with the base.
  public internal(set) var levels: [LevelSummary] = []
  /// Whether the top layer has an editable field.
  public internal(set) var hasFields = false
  /// The work that `.task` and `.onAppear` request, in page order.
  public internal(set) var appearances: [Appearance] = []
  /// A hash of the places of the closed guards, whose content the page doesn't show. It's 0 if no guard is closed.
  package internal(set) var closedGuards: UInt64 = 0
  /// Whether the guard of the whole scene is closed, so that the page shows something other than its URL's content.
  package var isHidden = false

  /// Whether the top layer is an alert or confirmation dialog.
  public var isPresentingEphemeral: Bool { levels.last?.kind.isEphemeral ?? false }
}

/// Work that a visible view requests.
///
/// The closures aren't `Sendable`. They run where the view was evaluated, under the scene's lock.
public struct Appearance {
  /// Asynchronous work that runs in its caller's isolation, so that it can access the scene's stores.
  public typealias AsyncWork = nonisolated(nonsending) () async -> Void

  /// The kind of work.
  public enum Work {
    /// Work that runs once, when the view appears.
    case appear(() -> Void)
    /// Work that starts when the view appears, and is canceled when the view disappears.
    case task(AsyncWork)
    /// Work that runs while the view is visible and a browser receives its updates.
    case connectedTask(AsyncWork)
  }

  /// Whether the work continues while the view is visible.
  package var isTask: Bool {
    switch work {
    case .appear: false
    case .task, .connectedTask: true
    }
  }

  /// Whether the work requires a browser that receives its updates.
  package var isLive: Bool {
    if case .connectedTask = work { true } else { false }
  }

  /// The place of the view, combined with the ID of `.task(id:)`. It's stable while the view remains.
  public let identity: UInt64
  /// The work.
  public let work: Work
  /// The source file that requests the work, as `#fileID` returns it.
  public let fileID: StaticString
  /// The line in the source file.
  public let line: UInt

  @usableFromInline
  init(identity: UInt64, work: Work, fileID: StaticString, line: UInt) {
    self.identity = identity
    self.work = work
    self.fileID = fileID
    self.line = line
  }
}
