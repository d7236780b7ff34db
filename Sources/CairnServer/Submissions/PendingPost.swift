import CairnApplications
import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnSessions
import Synchronization

/// A submitted form, and the response that it waits for. All copies of a ``PendingPost`` share it.
final class FormRequest: Sendable {
  let form: SubmittedForm
  /// The token of the page. If the user went back from the page, it omits the layers above the one that the form names.
  let token: PageToken
  let visitor: Visitor
  let session: Session
  let mount: Mount
  /// The page's location, relative to the application's path.
  let location: Location
  /// Where the work continues after it has waited.
  let onward: Workload.Onward
  let pending = Promise()

  init(
    _ form: SubmittedForm, _ token: PageToken, _ visitor: Visitor, _ session: Session,
    _ mount: Mount, _ location: Location, onward: @escaping Workload.Onward
  ) {
    self.form = form
    // The user went back to a page that has only the layers up to this one.
    var token = token
    if let top = form.layer.flatMap(token.layers.lastIndex(of:)) {
      token.layers.removeSubrange((top + 1)...)
    }
    self.token = token
    self.visitor = visitor
    self.session = session
    self.mount = mount
    self.location = location
    self.onward = onward
  }

  /// Returns a submission of the form that was issued at a time, in the order of ``IssueClock``.
  func submission(issued: UInt64) -> Submission {
    Submission(form, token, of: visitor.name.lineage, issued: issued)
  }
}

/// A form that is being processed, with everything that belongs to it.
struct PendingPost {
  let request: FormRequest
  /// The session of the form, which is another one if the first one has ended on another server.
  var session: Session
  /// The progress of the form.
  var flow: SubmissionFlow
  private(set) var submission: Submission
  /// The location to open if the form gets a new scene.
  var opening: Location
  /// The state with which a branched scene begins.
  var beginning: Beginning?
  /// The scene that processes the form, if it's known.
  var scene: LiveScene?
  /// The claim of the scene, if the scene was loaded. It ends with the form.
  var claim: SceneClaim?
  /// How the location was opened on a scene that was created for the form.
  var opened: OpenedLocation?
  /// The layers of the page that the user is done with if they're gone afterward.
  var left: [UInt64] = []
  /// The reason why the layers above the page weren't dismissed, or `nil` if there was none.
  var obstacle: Obstacle?
  /// The submission of a held form that was processed after this form, or `nil` if there was none.
  var continued: Submission?
  /// The changes to the page for the browser's script.
  var patch: HTTPResponse?
  /// Whether the session in memory was compared with the store.
  var refresh = SessionRefresh.open

  /// A reason why layers stay although the user goes back.
  enum Obstacle {
    /// A layer asks before it's dismissed.
    case question
    /// The top layer has text that isn't valid, and the user hasn't been warned yet.
    case rejectedText
  }

  init(_ request: FormRequest) {
    self.request = request
    session = request.session
    opening = request.location
    flow = SubmissionFlow(request.token.scene == nil ? .first : .own)
    // A form that can be repeated is never too old.
    submission = request.submission(
      issued: request.form.isQuiet ? IssueClock.next() : request.token.issued)
  }

  var form: SubmittedForm { request.form }
  var token: PageToken { request.token }
  var visitor: Visitor { request.visitor }
  var mount: Mount { request.mount }
  var location: Location { request.location }
  var onward: Workload.Onward { request.onward }
  var pending: Promise { request.pending }

  /// The ID of the scene that the form is for.
  var sceneID: StoredScene.Mark {
    guard flow.target == .own else { return token.childSceneID }
    return token.scene.flatMap { StoredScene.Mark($0) } ?? token.childSceneID
  }

  /// Makes the form a new submission, which isn't processed and can therefore be repeated.
  mutating func forget() {
    submission = request.submission(issued: IssueClock.next())
  }

  /// Identifies the page, and the form among the forms that a script sends from that page.
  var nonce: UInt128 { token.nonce ^ UInt128(form.number) << 64 }

  /// Returns whether the form's page is at a URL.
  func isAt(_ url: String) -> Bool {
    url.utf8.elementsEqual(
      SceneQueryItem.url(of: location.prefixed(by: mount.prefix), scene: token.scene).utf8)
  }

  // MARK: Answers

  /// Responds to the browser, and to other requests that have submitted the same form in the meantime.
  func finish(_ destination: Destination) {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return state.ring.finish(submission, with: .url(destination.url))
    }
    var response = self.response(for: destination)
    let version = session.version.latest
    if let language = session.languages.takeUnconfirmed(with: version > 0 ? version : nil) {
      response.choose(language, in: visitor.cookie)
    }
    pending.fulfill(response)
    for waiter in waiters { waiter(.answered(destination)) }
    session.storeValues()
  }

  private func response(for destination: Destination) -> HTTPResponse {
    if destination.allowsPatch, let patch { return patch }
    guard visitor.live != nil, case .ended? = destination.next else {
      return .redirect(to: destination, in: visitor.cookie)
    }
    // The tab must forget everything about the session, so it loads the page as a whole.
    var response = LivePage.leaving(to: destination.url)
    response.name(destination.next, in: visitor.cookie)
    return response
  }

  /// Ends the submission without a result. The caller must still respond to the browser.
  /// - Parameters:
  ///   - hasBegun: Whether work for the submission may have started. If so, a repetition isn't processed, and fails as
  ///     well. Otherwise, a repetition is processed.
  ///   - duplicates: The result for requests that have submitted the same form in the meantime.
  func abandon(hasBegun: Bool = false, duplicates: SubmissionFlow.DuplicateEnd = .abandoned) {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return hasBegun
        ? state.ring.finish(submission, with: .begun) : state.ring.abandon(submission)
    }
    for waiter in waiters { waiter(duplicates) }
    session.storeValues()
  }
}

extension HTTPResponse {
  /// Returns the response to a form, which redirects the browser.
  static func redirect(to url: String) -> HTTPResponse {
    var response = HTTPResponse.seeOther(url)
    for (name, value) in SecurityHeaders.page { response.headers.append(name, value) }
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// Returns the response to a form, which redirects the browser and sets its session's new name, if any.
  static func redirect(to destination: Destination, in cookie: SessionCookie) -> HTTPResponse {
    var response = redirect(to: destination.url)
    response.name(destination.next, in: cookie)
    return response
  }

  /// Sets the cookie with the language that the user has chosen.
  mutating func choose(_ language: LanguageCookie, in cookie: SessionCookie) {
    headers.append("Set-Cookie", language.setCookie(path: cookie.path, isSecure: cookie.isSecure))
  }

  /// Sets the cookie with the new name of the browser's session, if any.
  mutating func name(_ next: NextName?, in cookie: SessionCookie) {
    switch next {
    case .renewed(let name): headers.append("Set-Cookie", cookie.setCookie(for: name))
    case .ended(let name):
      headers.append("Set-Cookie", cookie.setCookie(for: name))
      // Otherwise, Back would show the pages of a user who has signed out.
      headers["Clear-Site-Data"] = "\"cache\""
    case nil: break
    }
  }
}
