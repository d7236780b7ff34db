import CairnFeatures
import IssueReporting
import Testing

@testable import CairnViews

/// The values of `@State` properties, their limits, and the views that read them.
struct ViewStateValueTests {
  private final class Log {
    var evaluated: [String] = []
  }

  private struct Row: View, Equatable {
    let title: String
    let log: Log
    @State private var isMarked = false

    static func == (view: Self, other: Self) -> Bool { view.title == other.title }

    var body: some View {
      let _ = log.evaluated.append(title)
      Toggle(title, isOn: $isMarked)
    }
  }

  private struct Rows: View, Equatable {
    let titles: [String]
    let log: Log

    static func == (view: Self, other: Self) -> Bool { view.titles == other.titles }

    var body: some View { ForEach(titles, id: \.self) { Row(title: $0, log: log) } }
  }

  /// A view that can be equal to another one without an own `==`.
  private struct Switch: View, Equatable {
    let title: String
    @State private var isOn = false

    var body: some View { Toggle(title, isOn: $isOn) }
  }

  private struct Note: View {
    @State var text = ""

    var body: some View { TextEditor("Note", text: $text) }
  }

  private struct Large: View {
    @State private var bytes: [UInt8] = []

    var body: some View {
      Text("\(bytes.count) bytes")
      Button("Fill") { bytes = Array(repeating: 255, count: 100_000) }
    }
  }

  private struct Ambitious: View {
    @State private var count = 0

    var body: some View {
      let _ = change()
      Text("Count: \(count)")
    }

    private func change() { count = 5 }
  }

  private let scene = StatefulPage()
  private let log = Log()

  @Test func `Only the views that read a changed state are evaluated again`() throws {
    let rows = Rows(titles: ["a", "b", "c"], log: log)
    let first = scene.content(rows)
    #expect(log.evaluated == ["a", "b", "c"])
    log.evaluated = []
    let again = scene.content(rows)
    #expect(again == first)
    #expect(log.evaluated == [])
    try scene.submit("1", to: 1, of: rows)
    log.evaluated = []
    let changed = scene.content(rows)
    #expect(log.evaluated == ["b"])
    #expect(changed != first)
    #expect(changed.split(separator: " checked").count == 2)
  }

  @Test func `Views with a state are equal if their other properties are`() {
    #expect(Switch(title: "a") == Switch(title: "a"))
    #expect(Switch(title: "a") != Switch(title: "b"))
    #expect(State(initialValue: 1) != State(initialValue: 2))
  }

  @Test func `Outside of a page, a state has its initial value`() {
    let note = Note(text: "initial")
    withKnownIssue {
      note.text = "changed"
    } matching: {
      $0.description.contains("changed outside of a page")
    }
    #expect(note.text == "initial")
  }

  @Test func `Until the first change, the current initial value is used`() throws {
    #expect(scene.content(Note(text: "first")).contains("\nfirst</textarea>"))
    #expect(scene.content(Note(text: "second")).contains("\nsecond</textarea>"))
    try scene.submit("typed", to: 0, of: Note(text: "second"))
    #expect(scene.content(Note(text: "third")).contains("\ntyped</textarea>"))
  }

  @Test func `A stored value of another type is replaced by the initial one`() throws {
    try scene.submit("typed", to: 0, of: Note())
    let key = try #require(scene.states.values.entries.keys.first)
    for (json, text) in [("\"stored\"", "stored"), ("{\"a\":1}", "initial"), ("[", "initial")] {
      var values = ViewStateValues()
      values[key] = .init(json: Array(json.utf8), guards: [])
      scene.states.restore(values)
      scene.memory.removeAll()
      #expect(scene.content(Note(text: "initial")).contains("\n\(text)</textarea>"))
    }
    try scene.submit("typed again", to: 0, of: Note())
    #expect(scene.content(Note()).contains("typed again"))
  }

  @Test func `Values that are too large together are rejected`() throws {
    let view = Large()
    try withKnownIssue {
      try scene.tap("Fill", of: view)
    } matching: {
      $0.description.contains("The limit is 262144 bytes")
    }
    #expect(scene.content(view).contains("0 bytes"))
    #expect(scene.states.values.isEmpty)
  }

  @Test func `A field whose text is too large shows an error`() throws {
    let words = String(repeating: "word ", count: 9900)
    let notes = ForEach(0..<6) { _ in Note() }
    for index in 0..<5 { try scene.submit(words, to: index, of: notes) }
    var verdict: FieldVerdict?
    try withKnownIssue {
      verdict = try scene.submit(words, to: 5, of: notes)
    } matching: {
      $0.description.contains("wasn't changed")
    }
    guard case .refused = verdict else {
      Issue.record("The text was accepted: \(String(describing: verdict))")
      return
    }
    // The other texts are there, and a shorter one is accepted.
    #expect(scene.states.values.entries.count == 5)
    let shorter = try scene.submit("short", to: 5, of: notes)
    #expect(shorter == .applied)
  }

  @Test func `A field isn't rejected because of a button's value that was too large`() throws {
    let view = VStack {
      Large()
      Note()
    }
    try withKnownIssue {
      try scene.tap("Fill", of: view)
    } matching: {
      $0.description.contains("wasn't changed")
    }
    let verdict = try scene.submit("short", to: 0, of: view)
    #expect(verdict == .applied)
  }

  @Test func `A body that changes its state is reported`() {
    withKnownIssue {
      #expect(scene.content(Ambitious()).contains("Count: 0"))
    } matching: {
      $0.description.contains("was changed while its page is rendered")
    }
    #expect(scene.states.values.isEmpty)
  }

  @Test func `Values that are numbers without a JSON form are kept`() throws {
    struct Ratio: View {
      @State private var ratio = 0.0

      var body: some View {
        Text("Ratio: \(ratio)")
        Button("Divide") { ratio = 1 / ratio }
      }
    }
    try scene.tap("Divide", of: Ratio())
    var values = ViewStateValues()
    for (key, entry) in scene.states.values.entries {
      values[key] = .init(json: try #require(entry.json), guards: [])
    }
    scene.states.restore(values)
    scene.memory.removeAll()
    #expect(scene.content(Ratio()).contains("Ratio: inf"))
  }
}
