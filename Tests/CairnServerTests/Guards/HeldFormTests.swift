import CairnSecurity
import CairnViews
import Foundation
import Testing

@testable import CairnServer

/// Which forms are held behind a guard, and what becomes of them.
@Suite struct HeldFormTests {
  private static let name = FieldName(id: 5, check: 7)
  private static let rejection = HeldForm.Situation(
    cause: .form, location: "/items", guards: 3, owner: "ann",
    time: Date(timeIntervalSince1970: 100))

  private static func fieldName(check: UInt64 = 7) -> String {
    "~f.\(Hex.text(5)).\(Hex.text(check))"
  }

  private static func held(
    _ fields: [(name: String, value: String)] = [], guards: UInt64 = 0,
    owner: String? = "ann"
  ) -> HeldForm? {
    var situation = rejection
    situation.owner = owner
    return HeldForm(
      SubmittedForm([("~tap", Hex.text(9))] + fields), nonce: 4,
      of: PageToken(scene: "s", revision: 2, layers: [1], location: "/items", guards: guards),
      revision: 6, in: situation)
  }

  @Test func `A form is held with its button, fields, page, and owner for ten minutes`() throws {
    let held = try #require(Self.held([(Self.fieldName(), "Hello")]))
    #expect(held.tap == 9)
    #expect(held.fields == [SubmittedField(name: Self.name, value: "Hello")])
    #expect(held.layers == [1])
    #expect(held.guards == 0)
    #expect(held.location == "/items")
    #expect(held.revisions == 2...6)
    #expect(held.owner == "ann")
    #expect(held.expiry == Date(timeIntervalSince1970: 700))
  }

  @Test func `A form of a page with the same closed guards isn't held`() {
    #expect(Self.held(guards: 3) == nil)
    #expect(Self.held(guards: 1) != nil)
  }

  @Test func `A form with a password isn't held`() {
    let name = Self.fieldName(check: FieldCheck.secret)
    #expect(Self.held([(name, "correct horse")]) == nil)
    #expect(Self.held([(name, "")]) != nil)
  }

  @Test func `A form with more text than the limit isn't held`() {
    #expect(Self.held([(Self.fieldName(), String(repeating: "a", count: 64 * 1024))]) == nil)
  }

  @Test func `A form without a button isn't held`() {
    let form = SubmittedForm([(Self.fieldName(), "Hello")])
    let token = PageToken(scene: "s", revision: 2, layers: [1], location: "/items")
    #expect(HeldForm(form, nonce: 4, of: token, revision: 6, in: Self.rejection) == nil)
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var cause = HeldForm.Cause.form
    var location = "/items"
    var guards: UInt64 = 0
    var before: String? = "ann"
    var owner: String? = "ann"
    var seconds = 699.0
    var isSame = true
    let verdict: HeldForm.Verdict
  }

  private static let rows = [
    Row(testDescription: "the guard is open after another form", verdict: .continues),
    Row(testDescription: "an effect has opened the guard", cause: .effect, verdict: .continues),
    Row(
      testDescription: "the guard is open for another reason", cause: .request,
      verdict: .dropped(.openedElsewhere)),
    Row(testDescription: "the guard is closed", guards: 3, verdict: .waits),
    Row(testDescription: "another guard is closed", guards: 8, verdict: .waits),
    Row(
      testDescription: "the guard is closed for a page", cause: .request, guards: 3, verdict: .waits
    ),
    Row(testDescription: "there's no owner yet", guards: 3, owner: nil, verdict: .waits),
    Row(testDescription: "there's no owner anymore", owner: nil, verdict: .dropped(.otherUser)),
    Row(testDescription: "another user has signed in", owner: "bob", verdict: .dropped(.otherUser)),
    Row(
      testDescription: "another user has signed in, but a guard is closed", guards: 3, owner: "bob",
      verdict: .dropped(.otherUser)),
    Row(
      testDescription: "there was no owner before", before: nil, owner: "bob", verdict: .continues),
    Row(testDescription: "the user went elsewhere", location: "/", verdict: .dropped(.leftPage)),
    Row(
      testDescription: "the user went elsewhere behind the guard", location: "/", guards: 3,
      verdict: .dropped(.leftPage)),
    Row(testDescription: "its time is over", seconds: 700, verdict: .dropped(.expired)),
    Row(
      testDescription: "its time is over while the guard is closed", guards: 3, seconds: 700,
      verdict: .dropped(.expired)),
    Row(testDescription: "the page has changed", isSame: false, verdict: .dropped(.movedOn)),
  ]

  @Test(arguments: rows) func `The situation decides what happens to a held form`(row: Row) throws {
    let held = try #require(Self.held(owner: row.before))
    let situation = HeldForm.Situation(
      cause: row.cause, location: row.location, guards: row.guards, owner: row.owner,
      time: Date(timeIntervalSince1970: row.seconds))
    #expect(held.verdict(in: situation, isSame: { row.isSame }) == row.verdict)
  }

  @Test func `Pages are only compared if the form would continue`() throws {
    let held = try #require(Self.held())
    var situation = Self.rejection
    var comparisons = 0
    for cause in HeldForm.Cause.allCases {
      situation.cause = cause
      _ = held.verdict(in: situation) {
        comparisons += 1
        return true
      }
    }
    #expect(comparisons == 0)
    situation.guards = 0
    situation.cause = .form
    let verdict = held.verdict(in: situation) {
      comparisons += 1
      return true
    }
    #expect(verdict == .continues)
    #expect(comparisons == 1)
  }

  @Test func `Only users who wait for the form are informed when it's dropped`() {
    #expect(
      HeldForm.Reason.allCases.filter(\.isReported) == [.expired, .openedElsewhere, .movedOn])
  }

  @Test func `A held form is decoded as it was encoded`() throws {
    for held in [Self.held(), Self.held([(Self.fieldName(), "é")], guards: .max, owner: nil)] {
      let held = try #require(held)
      var bytes: [UInt8] = []
      held.append(to: &bytes)
      var rest = bytes[...]
      #expect(HeldForm(from: &rest) == held)
      #expect(rest.isEmpty)
      for length in bytes.indices {
        var truncated = bytes[..<length]
        #expect(HeldForm(from: &truncated) == nil, "\(length)")
      }
    }
  }
}
