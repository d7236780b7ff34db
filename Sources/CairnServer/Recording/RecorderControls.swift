import CairnFeatures
import CustomDump

/// What is pressed on the controls of a recorder.
enum RecorderCommand: Equatable {
  /// A moment before or after the one that is shown; what is now is after all of them.
  case step(Int)
  case now
  /// The journal, as a file.
  case journal
  /// A test that does the same, as a file.
  case test

  static let field = "~recorder"

  init?(_ value: String) {
    switch value {
    case "now": self = .now
    case "journal": self = .journal
    case "test": self = .test
    default:
      guard let count = Int(value), (-100...100).contains(count) else { return nil }
      self = .step(count)
    }
  }

  var value: String {
    switch self {
    case .step(let count): "\(count)"
    case .now: "now"
    case .journal: "journal"
    case .test: "test"
    }
  }
}

extension SceneRecorder {
  /// Whether another moment is shown than now.
  var isTravelling: Bool { timeTravel?.index != nil }

  /// Does what was pressed, apart from files.
  func perform(_ command: RecorderCommand) {
    switch command {
    case .now: timeTravel?.index = nil
    case .step(let count): timeTravel?.step(by: count)
    case .journal, .test: break
    }
  }

  /// The controls, as they stand on a page; nothing before anything was recorded.
  func controls(action: String) -> [UInt8] {
    guard isBegun else { return [] }
    guard let timeTravel else {
      let notice =
        "<form class=\"recorder\"><p role=\"status\"><strong>Nothing is recorded:</strong> the application "
        + "has no store, or several of which none is named by .stored(_:) or .locations(of:).</p></form>"
      return Array(notice.utf8)
    }
    let count = timeTravel.count
    let index = timeTravel.index
    func button(_ command: RecorderCommand, _ text: String, _ label: String, isOff: Bool = false)
      -> String
    {
      """
      <button name="\(RecorderCommand.field)" value="\(command.value)" title="\(label)" \
      aria-label="\(label)"\(isOff ? " disabled" : "")>\(text)</button>
      """
    }
    let isFirst = (index ?? count - 1) == 0
    let isLast = index == nil || index == count - 1
    var html = "<form class=\"recorder\" method=\"post\" action=\"\(HTMLText.escaped(action))\">"
    html += "<p role=\"status\"><strong>"
    if let index, let moment = timeTravel.shown {
      html += "Moment \(index + 1) of \(count)</strong> "
      html += "<span>What you do here goes nowhere; the application goes on.</span></p>"
      html += details(of: moment, at: index)
    } else {
      html += "Recording</strong> <span>\(count) \(count == 1 ? "moment" : "moments")</span></p>"
    }
    html += "<div class=\"controls\" role=\"group\" aria-label=\"Time travel\">"
    html += button(.step(-5), "«", "Five moments back", isOff: isFirst)
    html += button(.step(-1), "‹", "A moment back", isOff: isFirst)
    html += button(.step(1), "›", "A moment on", isOff: isLast)
    html += button(.step(5), "»", "Five moments on", isOff: isLast)
    html += button(.now, "Now", "Back to now", isOff: index == nil)
    html += "</div><div class=\"files\">"
    html += button(.journal, "Journal", "Save the journal")
    html += button(.test, "Test", "Save the journal as a test")
    html += "</div></form>"
    return Array(html.utf8)
  }

  private func details(of moment: TimeTravel<RememberedState>.Moment, at index: Int) -> String {
    var text = moment.action ?? (index == 0 ? "The beginning" : "A change without an action")
    if index > 0, let timeTravel {
      let before = timeTravel.moments[index - 1].state.value
      if let before, let after = moment.state.value, let diff = Self.diff(before, after) {
        text += "\n\n\(diff)"
      }
    }
    let limit = 4000
    let shown = text.count > limit ? text.prefix(limit) + "…" : text[...]
    return
      "<details><summary>What led to it</summary><pre>\(HTMLText.escaped(String(shown)))</pre></details>"
  }

  private static func diff(_ before: Any, _ after: Any) -> String? {
    func diff<Value>(_ before: Value) -> String? {
      (after as? Value).flatMap { CustomDump.diff(before, $0) }
    }
    return diff(before)
  }
}
