import Cairn
import CairnTesting
import Foundation
import Testing
import Ways

@testable import CairnRecorder
@testable import CairnServer

/// A scene's journal, and the results of replaying it.
@Suite(.timeLimit(.minutes(30)), .withoutScript(.process)) struct JournalTests {
  /// Uses each kind of control once, and returns the journal.
  private func record(
    limit: Int? = nil, rounds: Int = 1
  ) async throws -> (text: String, journal: Journal) {
    let browser = Browser(try recordingTransport(limit: limit))
    try await browser.open("/")
    for _ in 0..<rounds {
      try await browser.click("Count")
      try await browser.click("Send")
      try await browser.click("Add")
      try browser.fill("Text", with: "“One”")
      try await browser.click("Done")
      try await browser.click("Remove all")
      try await browser.click("Keep")
      try await browser.click("Add")
      try browser.fill("Text", with: "Two")
      try await browser.click("Done")
    }
    let text = try await browser.saved("Journal")
    return (text, try Journal(bytes: Array(text.utf8)))
  }

  private func replay(
    _ journal: Journal, step: Int = 1
  ) throws -> Replay.Report {
    try Replay.report(
      on: journal, of: Mount("/", NotesApp.self),
      dependencies: Replay.dependencies { $0.notesStep = step })
  }

  @Test func `A journal contains forms, actions, and their changes`() async throws {
    let (text, journal) = try await record()
    #expect(journal.head.mount == "/")
    #expect(journal.head.application == "CairnServerTests.NotesApp")
    #expect(journal.head.stores.map(\.feature) == ["CairnServerTests.Notes"])
    #expect(journal.entries.filter { $0.kind == .form }.count == 8)
    #expect(
      journal.entries.compactMap(\.swift) == [
        ".countTapped", ".counted(by: 100000)", ".sendTapped", ".sentAtOnce", ".addTapped",
        #".editor(.presented(.binding(.set(\.text, "“One”"))))"#,
        ".editor(.presented(.doneTapped))", ".removeAllTapped",
        ".question(.dismiss)", ".addTapped",
        #".editor(.presented(.binding(.set(\.text, "Two"))))"#,
        ".editor(.presented(.doneTapped))",
      ])
    // Changes from effects aren't part of a form.
    let counted = try #require(journal.entries.first { $0.swift == ".counted(by: 100000)" })
    #expect(counted.isOwn == nil)
    #expect(journal.entries.first { $0.swift == ".countTapped" }?.isOwn == true)
    // The journal contains values that differ each time, except for values that views request.
    let forms = journal.entries.filter { $0.kind == .form }.compactMap(\.drawn)
    #expect(forms.flatMap { $0.uuids ?? [] }.count == 2)
    #expect(forms.flatMap { $0.dates ?? [] }.count == 2)
    let actions = journal.entries.filter { $0.kind == .action }.compactMap(\.drawn)
    #expect(actions.flatMap { $0.uuids ?? [] } == forms.flatMap { $0.uuids ?? [] })
    #expect(text.utf8.count < 20_000)
    // The states are stored as small differences.
    let states = try journal.states()
    #expect(states.count == journal.entries.count + 1)
    #expect(states.last?.text.contains("“One”") == true)
  }

  @Test func `Replaying a journal gives the same states`() async throws {
    let (_, journal) = try await record()
    let report = try replay(journal)
    #expect(report.differences == [])
    #expect(report.forms == 8)
    #expect(report.taken == 1)
    #expect(
      report.text
        == "8 forms replayed, 1 change of effects taken from the journal: no differences.\n")
  }

  @Test func `A difference in a replay is reported once`() async throws {
    let (_, journal) = try await record()
    let report = try replay(journal, step: 2)
    #expect(report.differences.count == 1)
    let difference = try #require(report.differences.first)
    #expect(difference.line == 2)
    #expect(difference.what == ".countTapped")
    #expect(difference.details.count == 1)
    #expect(difference.details[0].hasPrefix("count: "))
    #expect(report.text.hasSuffix("taken from the journal: 1 difference.\n"))
  }

  @Test func `A missing control is reported as a difference`() async throws {
    var (_, journal) = try await record()
    let tap = journal.entries[0].form?.tap
    journal.entries[0].form?.tap = "0123456789abcdef"
    let report = try replay(journal)
    #expect(tap != nil)
    #expect(report.differences.map(\.what) == [".countTapped: the button doesn't exist"])
  }

  @Test func `Old entries are merged into the initial state`() async throws {
    let limit = 6000
    let (text, journal) = try await record(limit: limit, rounds: 12)
    #expect(text.utf8.count < limit * 2)
    #expect(journal.head.forgotten > 0)
    #expect(journal.head.states.text.contains("“One”"))
    // It can still be replayed, because no form has lost its beginning.
    #expect(journal.entries.first?.isOwn != true)
    #expect(try replay(journal).differences == [])
  }

  @Test func `A journal contains no passwords in forms, actions, and states`() async throws {
    let browser = Browser(try recordingTransport())
    try await browser.open("/")
    try await browser.click("Add")
    try browser.fill("Text", with: "One")
    try browser.fill("Secret", with: "swordfish")
    try await browser.click("Done")
    try await browser.click("Count")
    let text = try await browser.saved("Journal")
    let journal = try Journal(bytes: Array(text.utf8))
    // The state doesn't contain it either, although the action wrote it there.
    #expect(!text.contains("swordfish"))
    #expect(journal.entries.contains { $0.text == "(a password)" })
    let report = try replay(journal)
    #expect(report.differences == [])
    #expect(report.secret == 1)
    #expect(report.text.contains(", 1 form with a password or a file skipped: no differences."))
  }

  @Test func `Replaying a journal starts no effects`() async throws {
    let log = EagerLog()
    let browser = Browser(try recordingTransport { $0.eagerLog = log })
    try await browser.open("/eager")
    try await browser.click("Count")
    let begun = log.count
    #expect(begun > 0)
    let text = try await browser.saved("Journal")
    let report = try Replay.report(
      on: Journal(bytes: Array(text.utf8)), of: Mount("/eager", EagerApp.self),
      dependencies: Replay.dependencies { $0.eagerLog = log })
    #expect(report.differences == [])
    #expect(log.count == begun)
    // Effects don't start when a moment is shown either.
    try await browser.click("Previous moment", in: .recorder)
    #expect(browser.text.contains("Begun 0"))
    #expect(log.count == begun)
  }

  @Test func `Each form of a replay begins without values that aren't recorded`() async throws {
    let browser = Browser(try recordingTransport())
    try await browser.open("/saving")
    try await browser.click("Save")
    try await browser.click("Save")
    #expect(browser.text.contains("Saved 2"))
    let text = try await browser.saved("Journal")
    let report = try Replay.report(
      on: Journal(bytes: Array(text.utf8)), of: Mount("/saving", SavingApp.self),
      dependencies: Replay.dependencies { _ in })
    #expect(report.forms == 2)
    #expect(report.differences == [])
  }

  @Test func `A replay with a state that can't be fully decoded is rejected`() async throws {
    var (_, journal) = try await record()
    let line = journal.entries.firstIndex { $0.swift == ".addTapped" }.map { $0 + 1 }
    let index = try #require(line) - 1
    journal.entries[index].changes = JSONDifference(changes: [
      .set([.index(0), .key("editor")], .object(["text": .string("without an id")]))
    ])
    journal.entries = Array(journal.entries[...index])
    #expect(throws: JournalError.self) { try replay(journal) }
  }

  @Test func `Text that isn't a Swift expression is only a comment in a generated test`()
    async throws
  {
    var (_, journal) = try await record()
    let first = try #require(journal.entries.firstIndex { $0.swift == ".countTapped" })
    for text in [
      ".countTapped)\n    print(1); (.countTapped", ".a; b()", ".a(\"\\(run())\")", ".a)(", "run()",
      ".a(\"\"\"x\"\"\")", ".a/*", #".a("b)"#,
    ] {
      journal.entries[first].swift = text
      let scene = LiveScene(
        mount: Mount("/", NotesApp.self), record: nil, dependencies: Replay.dependencies { _ in })
      let test = try scene.withLock {
        try JournalTest(journal, of: Mount("/", NotesApp.self), page: $0.scene.page)
      }
      #expect(!test.text.contains("await store.send(\(text))"), "\(text)")
      // A comment of one line reports it instead.
      let lines = test.text.split(whereSeparator: \.isNewline).filter { $0.contains("print(1)") }
      #expect(lines.allSatisfy { $0.drop { $0 == " " }.hasPrefix("// ") })
    }
  }

  @Test func `No test is generated from another application's journal`() async throws {
    let (_, journal) = try await record()
    let scene = LiveScene(
      mount: Mount("/", NotesApp.self), record: nil, dependencies: Replay.dependencies { _ in })
    #expect(throws: JournalError.self) {
      try scene.withLock {
        try JournalTest(journal, of: Mount("/", EagerApp.self), page: $0.scene.page)
      }
    }
  }

  @Test func `Reading and writing a journal gives the same text`() async throws {
    let (text, journal) = try await record()
    #expect(try String(decoding: journal.bytes(), as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("", "The file is empty, so it isn't a journal."),
    ("hello", "Line 1 isn't a valid part of a journal."),
    (#"{"cairn":2}"#, "The journal has version 2, which isn't supported."),
  ])
  func `Text that isn't a journal is rejected`(text: String, message: String) {
    let error = #expect(throws: JournalError.self) { try Journal(bytes: Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test func `A journal with another type of state is rejected`() async throws {
    var (_, journal) = try await record()
    journal.head.states = .array([.object(["count": .string("three")])])
    journal.entries = []
    let error = #expect(throws: JournalError.self) { try replay(journal) }
    #expect(
      error?.description == "The state of line 1 can't be decoded, because its type has changed."
    )
  }

  @Test func `A change of a missing value is rejected`() async throws {
    var (_, journal) = try await record()
    journal.head.states = .array([.object(["count": .integer(0)])])
    let error = #expect(throws: JournalError.self) { try replay(journal) }
    #expect(error?.description.hasSuffix("changes something that doesn't exist.") == true)
  }
}
