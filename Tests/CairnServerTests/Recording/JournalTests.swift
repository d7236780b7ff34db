import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnServer

/// What a scene's journal says, and what comes of it when it is run again.
@Suite(.timeLimit(.minutes(5))) struct JournalTests {
  /// Does one of everything; answers the journal.
  private func record(
    limit: Int? = nil, rounds: Int = 1
  ) async throws -> (text: String, journal: Journal) {
    let browser = Browser(try recordingTransport(limit: limit))
    try await browser.open("/")
    for _ in 0..<rounds {
      try await browser.click("Count")
      try await browser.click("Add")
      try browser.fill("Text", with: "“One”")
      try browser.fill("Secret", with: "swordfish")
      try await browser.click("Done")
      try await browser.click("Remove all")
      try await browser.click("Keep")
      try await browser.click("Add")
      try browser.fill("Text", with: "Two")
      try await browser.click("Done")
    }
    let text = try await browser.saved("Save the journal")
    return (text, try Journal(bytes: Array(text.utf8)))
  }

  private func replay(
    _ journal: Journal, step: Int = 1
  ) throws -> Replay.Report {
    try Replay(
      journal, mount: Mount("/", NotesApp.self),
      dependencies: Replay.dependencies { $0.notesStep = step }
    ).run()
  }

  @Test func itTellsFormsActionsAndWhatTheyChanged() async throws {
    let (text, journal) = try await record()
    #expect(journal.head.mount == "/")
    #expect(journal.head.application == "CairnServerTests.NotesApp")
    #expect(journal.head.stores.map(\.feature) == ["CairnServerTests.Notes"])
    #expect(journal.entries.filter { $0.kind == .form }.count == 7)
    #expect(
      journal.entries.compactMap(\.swift) == [
        ".countTapped", ".counted(by: 100000)", ".addTapped",
        #".editor(.presented(.binding(.set(\.text, "“One”"))))"#,
        ".editor(.presented(.doneTapped))", ".removeAllTapped",
        ".question(.dismiss)", ".addTapped",
        #".editor(.presented(.binding(.set(\.text, "Two"))))"#,
        ".editor(.presented(.doneTapped))",
      ])
    // What effects did is no part of a form.
    let counted = try #require(journal.entries.first { $0.swift == ".counted(by: 100000)" })
    #expect(counted.isOwn == nil)
    #expect(journal.entries.first { $0.swift == ".countTapped" }?.isOwn == true)
    // What is different each time is there, and passwords are not.
    #expect(journal.entries.compactMap(\.drawn).flatMap { $0.uuids ?? [] }.count == 2)
    #expect(journal.entries.compactMap(\.drawn).flatMap { $0.dates ?? [] }.count == 2)
    #expect(!text.contains("swordfish"))
    // The states are small differences of each other.
    let states = try journal.states()
    #expect(states.count == journal.entries.count + 1)
    #expect(states.last?.text.contains("“One”") == true)
  }

  @Test func runAgainItComesOutTheSame() async throws {
    let (_, journal) = try await record()
    let report = try replay(journal)
    #expect(report.differences == [])
    #expect(report.forms == 7)
    #expect(report.taken == 1)
    #expect(
      report.text
        == "7 forms run again, 1 change of effects taken from the journal: nothing differs.\n")
  }

  @Test func whereItDiffersIsSaidOnce() async throws {
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

  @Test func aControlThatIsGoneIsADifference() async throws {
    var (_, journal) = try await record()
    let tap = journal.entries[0].form?.tap
    journal.entries[0].form?.tap = "0123456789abcdef"
    let report = try replay(journal)
    #expect(tap != nil)
    #expect(report.differences.map(\.what) == [".countTapped: the button is not there"])
  }

  @Test func whatIsOldGoesIntoTheBeginning() async throws {
    let limit = 6000
    let (text, journal) = try await record(limit: limit, rounds: 12)
    #expect(text.utf8.count < limit * 2)
    #expect(journal.head.forgotten > 0)
    #expect(journal.head.states.text.contains("“One”"))
    // It still can be run: no form has lost its beginning.
    #expect(journal.entries.first?.isOwn != true)
    #expect(try replay(journal).differences == [])
  }

  @Test func itIsReadAsItWasWritten() async throws {
    let (text, journal) = try await record()
    #expect(try String(decoding: journal.bytes(), as: UTF8.self) == text)
  }

  @Test(arguments: [
    ("", "It is empty, and no journal."),
    ("hello", "Line 1 can not be read as a part of a journal."),
    (#"{"cairn":2}"#, "It is a journal of another version, 2, which can not be read."),
  ])
  func whatIsNoJournalIsRefused(text: String, message: String) {
    let error = #expect(throws: JournalError.self) { try Journal(bytes: Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test func aJournalOfAnotherStateIsRefused() async throws {
    var (_, journal) = try await record()
    journal.head.states = .array([.object(["count": .string("three")])])
    journal.entries = []
    let error = #expect(throws: JournalError.self) { try replay(journal) }
    #expect(
      error?.description == "The state of line 1 can not be read any more: its type is another now."
    )
  }

  @Test func aChangeOfWhatIsNotThereIsRefused() async throws {
    var (_, journal) = try await record()
    journal.head.states = .array([.object(["count": .integer(0)])])
    let error = #expect(throws: JournalError.self) { try replay(journal) }
    #expect(error?.description.hasSuffix("changes something that is not there.") == true)
  }
}
