import CairnSessions

/// A processed submission and its response.
struct AnsweredPost: Sendable {
  /// The ID of the session that the submission came with.
  let session: StoredSession.ID
  let submission: Submission
  /// The scene of the form's page. Another scene may have processed the submission.
  let source: StoredScene.Mark?
  /// The URL to redirect to.
  let url: String

  /// The response as a store keeps it.
  var answer: SubmissionAnswer {
    SubmissionAnswer(StoredSubmission(submission), text: url)
  }

  /// The retirement of the session's ID, if the submission renewed or ended the session.
  var retirement: RetiredSessions.Retirement {
    RetiredSessions.Retirement(submission: submission, url: url)
  }
}
