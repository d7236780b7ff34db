/// A level of the pile that a page is: a layer, or a screen that was pushed within one.
public struct LevelSummary: Sendable, Equatable {
  /// What it is.
  public let kind: LayerKind
  /// The place it was presented from, mixed with the identity of what is presented.
  public let identity: UInt64
  /// What its bar or dialog is called; empty where nothing names it.
  public internal(set) var title: String
}

/// What a page is, beside its bytes.
public struct PageSummary {
  /// The title of the topmost level that has one, and after it that of the lowest where it is another:
  /// `Delete “Mouse”? – Inventory`.
  public var title: String {
    guard let top = levels.last(where: { !$0.title.isEmpty })?.title,
      let root = levels.first(where: { !$0.title.isEmpty })?.title
    else { return "" }
    return top == root ? top : "\(top) – \(root)"
  }
  /// The levels of the pile, the base first.
  public internal(set) var levels: [LevelSummary] = []
  /// Whether the top layer has a field that can be edited.
  public internal(set) var hasFields = false
  /// What `.task` and `.onAppear` ask for, in the order of the page.
  public internal(set) var appearances: [Appearance] = []

  /// Whether the top layer is an alert or confirmation dialog.
  public var isPresentingEphemeral: Bool { levels.last?.kind.isEphemeral ?? false }
}

/// Work that a visible view asks for.
///
/// The closures are not `Sendable`: they run where the view was evaluated, under the scene's lock.
public struct Appearance {
  /// Asynchronous work that runs where its caller does, so that it may touch the scene's stores.
  public typealias AsyncWork = nonisolated(nonsending) () async -> Void

  /// What is to be done.
  public enum Work {
    /// Run once, when the view newly appeared.
    case appear(() -> Void)
    /// Begin when the view newly appeared, and cancel when it is gone.
    case task(AsyncWork)
    /// The same, as long as a browser hears of what it brings.
    case liveTask(AsyncWork)
  }

  /// Whether it goes on while the view is visible.
  package var isTask: Bool {
    switch work {
    case .appear: false
    case .task, .liveTask: true
    }
  }

  /// Whether it is only for a browser that hears of what it brings.
  package var isLive: Bool {
    if case .liveTask = work { true } else { false }
  }

  /// The place of the view; with `.task(id:)` mixed with the id. The same while it stays.
  public let identity: UInt64
  /// What is to be done.
  public let work: Work
  /// The source file that asks for it, as `#fileID` has it.
  public let fileID: StaticString
  /// The line in that file.
  public let line: UInt

  @usableFromInline
  init(identity: UInt64, work: Work, fileID: StaticString, line: UInt) {
    self.identity = identity
    self.work = work
    self.fileID = fileID
    self.line = line
  }
}
