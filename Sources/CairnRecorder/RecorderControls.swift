import CairnApplications
import CairnBytes
import CairnFeatures
package import CairnScreens
import CustomDump

/// The part of a URL's query that controls a recorder.
///
/// For example, `?~k3&~moment=4&~from=back` shows the page of moment 4, and focuses the control that led to it.
package struct RecorderRequest {
  /// The number of the moment to show, or `nil` for the current state.
  package var moment: Int?
  /// The file to save.
  var file: File?
  /// The name of the control that led to this page.
  var from: String?

  enum File: String {
    /// The journal.
    case journal
    /// A test that repeats the recording.
    case test
  }

  package init(query: [Location.QueryItem]) {
    func value(_ name: String) -> String? {
      query.first { $0.name.hasSameBytes(as: name) }?.value
    }
    moment = value("~moment").flatMap { Int($0) }
    file = value("~file").flatMap { File(rawValue: $0) }
    from = value("~from")
  }
}

extension SceneRecorder {
  /// Returns the moment with a number, and its index among the available moments.
  ///
  /// If the moment isn't available anymore, the method returns the closest earlier moment, or else the first one.
  func moment(_ number: Int) -> (index: Int, moment: TimeTravel<RememberedState>.Moment)? {
    guard let moments = timeTravel?.moments else { return nil }
    let index = moments.lastIndex { $0.number <= number } ?? 0
    return (index, moments[index])
  }

  /// Returns the markup of the controls, or an empty array before the recording has begun.
  /// - Parameter url: The URL of the page, including the scene ID.
  func controls(of url: String, _ request: RecorderRequest) -> [UInt8] {
    guard isBegun else { return [] }
    guard let moments = timeTravel?.moments else {
      let notice =
        "<section class=\"recorder\" aria-label=\"Recorder\"><p><strong>Nothing is being recorded.</strong> "
        + "The application has no store, or several. Name the store with .persistedStore(_:) or .routes(of:)."
        + "</p></section>"
      return Array(notice.utf8)
    }
    let shown = request.moment.flatMap { moment($0)?.index }
    let (index, last) = (shown ?? moments.count - 1, moments.count - 1)
    func link(
      to target: Int?, _ name: String, _ text: String, _ label: String, isOn: Bool
    ) -> String {
      guard isOn else {
        return "<a role=\"link\" aria-disabled=\"true\" aria-label=\"\(label)\">\(text)</a>"
      }
      let query = target.map { "&~moment=\(moments[$0].number)" } ?? ""
      let href = HTMLText.escaped("\(url)\(query)&~from=\(name)")
      let focus = request.from == name ? " autofocus" : ""
      return "<a href=\"\(href)\" aria-label=\"\(label)\"\(focus)>\(text)</a>"
    }
    func file(_ file: RecorderRequest.File, _ text: String) -> String {
      "<a href=\"\(HTMLText.escaped("\(url)&~file=\(file.rawValue)"))\" download>\(text)</a>"
    }
    var html =
      "<section class=\"recorder\" aria-label=\"Recorder\"><nav aria-label=\"Time travel\">"
    html += link(to: max(index - 5, 0), "back5", "«", "Back five moments", isOn: index > 0)
    html += link(to: max(index - 1, 0), "back", "‹", "Previous moment", isOn: index > 0)
    html += link(to: min(index + 1, last), "on", "›", "Next moment", isOn: index < last)
    html += link(to: min(index + 5, last), "on5", "»", "Forward five moments", isOn: index < last)
    html += link(to: nil, "now", "Now", "Now", isOn: shown != nil)
    html += "</nav><p><strong>"
    html +=
      shown == nil
      ? "Recording</strong> <span>\(moments.count) moment\(moments.count == 1 ? "" : "s")</span>"
      : "Moment \(index + 1) of \(moments.count)</strong> <span>Actions here have no effect.</span>"
    html += "</p><details><summary>Action and changes</summary><pre>"
    html += HTMLText.escaped(details(of: index, in: moments))
    html += "</pre></details><p class=\"files\">"
    html += file(.journal, "Journal") + file(.test, "Test")
    html += "</p></section>"
    return Array(html.utf8)
  }

  private func details(of index: Int, in moments: [TimeTravel<RememberedState>.Moment]) -> String {
    var text = index == 0 ? "Initial state" : moments[index].action ?? "Change"
    if index > 0, let before = moments[index - 1].state.value(by: page.coder),
      let after = moments[index].state.value(by: page.coder), let diff = Self.diff(before, after)
    {
      text += "\n\n\(diff)"
    }
    let limit = 4000
    return text.count > limit ? "\(text.prefix(limit))…" : text
  }

  private static func diff(_ before: Any, _ after: Any) -> String? {
    func diff<Value>(_ before: Value) -> String? {
      (after as? Value).flatMap { CustomDump.diff(before, $0) }
    }
    return diff(before)
  }
}
