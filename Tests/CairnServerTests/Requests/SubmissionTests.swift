import CairnSecurity
import Testing

@testable import CairnServer

@Suite struct SubmissionTests {
  private let session = SessionID.random()

  private func token() -> PageToken {
    PageToken(scene: "k3", revision: 7, layers: [1, 2], location: "/inventory")
  }

  private func form(_ items: (name: String, value: String)...) -> SubmittedForm {
    SubmittedForm(items)
  }

  @Test func `Submissions of the script are identified by number and button`() {
    let first = Submission(
      form(("~n", "5"), ("~tap", "0000000000000001")), token(), of: session)
    // The page has got another token since then, and the script sends all fields.
    let again = Submission(
      form(("~f.0000000000000002.x", "Lamp"), ("~n", "5"), ("~tap", "0000000000000001")), token(),
      of: session)
    #expect(first == again)
    #expect(first.hashValue == again.hashValue)
    let others = [
      Submission(form(("~n", "6"), ("~tap", "0000000000000001")), token(), of: session),
      Submission(form(("~n", "5"), ("~tap", "0000000000000003")), token(), of: session),
      Submission(form(("~n", "5"), ("~back", "0000000000000001")), token(), of: session),
      Submission(form(("~n", "5"), ("~tap", "0000000000000001")), token(), of: .random()),
    ]
    #expect(Set(others + [first]).count == 5)
  }

  @Test func `Submissions without the script are identified by page token and fields`() {
    let token = token()
    let tapped = form(("~tap", "0000000000000001"), ("~f.0000000000000002.x", "Lamp"))
    let first = Submission(tapped, token, of: session)
    #expect(first == Submission(tapped, token, of: session))
    #expect(first != Submission(tapped, self.token(), of: session))
    let other = form(("~tap", "0000000000000001"), ("~f.0000000000000002.x", "Desk"))
    #expect(first != Submission(other, token, of: session))
  }
}
