import CairnTesting
import CairnViews
import Foundation
import Ways

/// The visible content of a page of the desk or the pad.
struct DeskSight: Equatable {
  let status: Int
  /// The page's path and query, with the ID of its scene.
  let location: String
  let canonical: String?
  /// The titles of the layers, lowest first.
  let titles: [String]
  let text: String
  let fields: [Field]
  /// The values of fields that aren't in the state yet, by label. They were typed now or earlier.
  let typed: [String: String]
  /// The buttons and links of the top layer that can be clicked.
  let controls: [String]
  let notice: String?
  let sceneID: String?

  init(_ browser: Browser) {
    status = browser.status
    location = browser.location
    canonical = browser.canonical
    titles = browser.layers.map(\.title)
    text = browser.text
    fields = browser.fields
    typed = Self.typed(fields, in: browser)
    controls = (browser.buttons + browser.links).filter { !$0.isEmpty }
    notice = browser.notice
    sceneID = browser.sceneID
  }

  private static func typed(_ fields: [Field], in browser: Browser) -> [String: String] {
    let names = (browser.topLayer?.node.all("input") ?? [])
      .compactMap { $0["name"].flatMap { FieldName.parse($0) } }
    var typed: [String: String] = [:]
    for (field, name) in zip(fields, names) where FieldCheck.hash(of: field.value) != name.check {
      typed[field.label] = field.value
    }
    return typed
  }

  var title: String { titles.last ?? "" }

  func value(of label: String) -> String? { fields.first { $0.label == label }?.value }

  var isGuard: Bool { title == "Sign in" }

  /// The number of the issue whose comments are shown, 0 for the notes of the pad, or `nil` elsewhere.
  var issue: Int? {
    if title == "Note" { return 0 }
    return title.hasPrefix("Comments on ") ? Int(title.dropFirst(12)) : nil
  }

  /// The value of the pad's counter, if it's visible.
  var count: Int? { number(after: "Count: ") }

  private func number(after words: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix(words) {
      return Int(line.dropFirst(words.count))
    }
    return nil
  }

  /// The decoded search from the address.
  var search: String {
    let query = (canonical ?? "").split(separator: "?").dropFirst().first ?? ""
    let item = query.split(separator: "&").first { $0.hasPrefix("q=") }
    return item.map { String($0.dropFirst(2)).removingPercentEncoding ?? "" } ?? ""
  }

  /// The issues in the list.
  var issues: [String] { controls.filter { $0.hasPrefix("Issue ") } }

  // MARK: Notices

  /// Whether a notice or a field reports that the button wasn't processed.
  var reportsNoChange: Bool {
    notice?.contains("wasn't processed") == true || notice?.contains("no longer available") == true
      || fields.contains { $0.error != nil }
  }

  /// Whether a notice reports that the typed text has no field here and will be restored.
  var reportsWaitingText: Bool {
    notice?.contains("We'll restore it") == true
  }

  /// Whether a notice reports that the typed text is still on the previous page.
  var reportsTextOnPreviousPage: Bool { notice?.contains("still on the previous page") == true }
}
