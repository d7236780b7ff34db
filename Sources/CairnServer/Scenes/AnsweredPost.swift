import CairnSessions

/// A submission that was worked on, and what it is answered.
struct AnsweredPost: Sendable {
  /// The session that it has come with.
  let session: StoredSession.ID
  let submission: Submission
  /// The scene that its page was of, which may be another one than that which has worked.
  let source: StoredScene.Mark?
  /// The URL to go to.
  let url: String

  /// As a store keeps it.
  var answer: SubmissionAnswer {
    SubmissionAnswer(StoredSubmission(submission), text: url)
  }

  /// The same, where the session has nothing under its id from now on.
  var retirement: RetiredSessions.Retirement {
    RetiredSessions.Retirement(submission: submission, url: url)
  }
}
