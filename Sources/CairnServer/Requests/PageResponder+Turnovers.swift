import CairnHTTP
import CairnSessions

/// What a browser's session becomes is seen by nobody who has only its old cookie.
extension PageResponder {
  /// Gives an answer that shows a session, and gives it again where the session was being given another id,
  /// or was ended, meanwhile.
  func steady(
    _ visitor: Visitor, _ body: @escaping @Sendable (Visitor) -> HTTPAnswer
  ) -> HTTPAnswer {
    guard !visitor.isNew else { return body(visitor) }
    guard !registrar.turnovers.isUnderWay(visitor.id) else { return again(visitor, body) }
    let isSame = { @Sendable [self] in
      registrar.turnovers.isSame(visitor.id, since: visitor.moment)
    }
    switch body(visitor) {
    case .now(let response): return isSame() ? .now(response) : again(visitor, body)
    case .later(let begin):
      let pending = PendingAnswer()
      begin(
        HTTPReply { [self] response in
          if isSame() {
            pending.fulfil(response ?? HTTPResponse(status: .internalServerError))
          } else {
            pending.fulfil(again(visitor, body))
          }
        })
      return pending.answer
    }
  }

  private func again(
    _ visitor: Visitor, _ body: @escaping @Sendable (Visitor) -> HTTPAnswer
  ) -> HTTPAnswer {
    let pending = PendingAnswer()
    let work = { @Sendable [self] in
      pending.fulfil(steady(visitor.again(sessions, registrar.turnovers), body))
    }
    if !registrar.turnovers.wait(for: visitor.id, work) {
      workload.onward(work)
    }
    return pending.answer
  }

  /// Lets go of a visitor's session that is in memory and not in the store any more: another server has
  /// given it another id, or it was removed.
  func leaving(_ visitor: Visitor) -> Visitor {
    // One that is on its way there is found when it has arrived.
    if !registrar.turnovers.isUnderWay(visitor.id) { registrar.end(visitor.id) }
    return visitor.again(sessions, registrar.turnovers)
  }

  /// Whether the session of a form has been given another id since, or was ended: the form has come with a
  /// cookie that has nothing of it.
  func isOutdated(_ post: PendingPost) -> Bool {
    if post.session.id.bits != post.visitor.id.bits { return true }
    guard let retirement = registrar.turnovers.retirement(of: post.visitor.id) else { return false }
    return post.token.issued <= retirement.issued
  }

  /// Whether a form must not be worked on at this moment, since another scene of its session has asked
  /// for another id.
  func isInterrupted(_ post: PendingPost, on scene: LiveScene) -> Bool {
    isOutdated(post)
      || registrar.turnovers.isUnderWay(post.visitor.id, exceptBy: scene.session?.holder)
  }

  /// Answers a form that has come with a cookie that has nothing any more: nothing is run, and nothing of
  /// it is kept.
  ///
  /// Who sends what has ended the cookie once more goes where the first one went, and soon afterwards with its new
  /// cookie.
  func refuse(_ post: PendingPost) {
    if let answer = registrar.turnovers.answer(to: post.submission, under: post.visitor.id) {
      return post.pending.fulfil(
        .redirect(to: answer.url, as: answer.next, in: post.visitor.cookie))
    }
    let visitor = post.visitor.again(sessions, registrar.turnovers)
    post.pending.fulfil(offerAgain(post.form, post.mount, post.location, visitor))
  }
}
