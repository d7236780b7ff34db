import CairnApplications
import CairnHTTP
import CairnScreens
import CairnSecurity
import CairnSessions
import Synchronization

/// A form that was submitted, and the answer that it waits for. All copies of a ``PendingPost`` share it.
final class FormRequest: Sendable {
  let form: SubmittedForm
  /// What the page contains about itself. If the user went back from it, without the layers above the one that the form
  /// names.
  let token: PageToken
  let visitor: Visitor
  let session: Session
  let mount: Mount
  /// The page's location, relative to where the application is mounted.
  let location: Location
  /// Where it continues after it has waited.
  let onward: Workload.Onward
  let pending = Promise<HTTPResponse>()

  init(
    _ form: SubmittedForm, _ token: PageToken, _ visitor: Visitor, _ session: Session,
    _ mount: Mount, _ location: Location, onward: @escaping Workload.Onward
  ) {
    self.form = form
    // The page that the user went back to is this one without what is above.
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
  /// How far it is.
  var flow: SubmissionFlow
  private(set) var submission: Submission
  /// The location that is opened if it gets a scene.
  var opening: Location
  /// The state that a fork begins with.
  var beginning: Beginning?
  /// The scene that processes it, as far as that is known.
  var scene: LiveScene?
  /// How its location was opened on a scene that was made for it.
  var opened: OpenedLocation?
  /// The layers of the page that the user is done with, if they are gone then.
  var left: [UInt64] = []
  /// Whether the layers above the page asked, and weren't dismissed.
  var wasAsked = false
  /// What has changed of the page, for the browser's script.
  var patch: HTTPResponse?

  init(_ request: FormRequest) {
    self.request = request
    opening = request.location
    flow = SubmissionFlow(request.token.scene == nil ? .first : .own)
    // What can be repeated is never too old.
    submission = request.submission(
      issued: request.form.isQuiet ? IssueClock.next() : request.token.issued)
  }

  var form: SubmittedForm { request.form }
  var token: PageToken { request.token }
  var visitor: Visitor { request.visitor }
  var session: Session { request.session }
  var mount: Mount { request.mount }
  var location: Location { request.location }
  var onward: Workload.Onward { request.onward }
  var pending: Promise<HTTPResponse> { request.pending }

  /// The ID of the scene that it is for.
  var mark: StoredScene.Mark {
    guard flow.target == .own else { return token.offspring }
    return token.scene.flatMap { StoredScene.Mark($0) } ?? token.offspring
  }

  /// Makes it another submission, which isn't processed and so can be repeated.
  mutating func forget() {
    submission = request.submission(issued: IssueClock.next())
  }

  /// Identifies the page, and the form among those that a script sends of it.
  var nonce: UInt128 { token.nonce ^ UInt128(form.number) << 64 }

  /// Whether its page is at a URL.
  func isAt(_ url: String) -> Bool {
    url.utf8.elementsEqual(
      SceneMark.url(of: location.prefixed(by: mount.prefix), scene: token.scene).utf8)
  }

  // MARK: Answers

  /// Sends the browser, and those that have submitted the same in the meantime, to a URL.
  func finish(_ destination: Destination) {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return state.ring.finish(submission, with: .url(destination.url))
    }
    if destination.allowsPatch, let patch {
      pending.fulfill(patch)
    } else if visitor.live != nil, case .ended? = destination.next {
      // The tab must forget everything about the session, so it loads the page as a whole.
      var response = LivePage.leaving(to: destination.url)
      response.name(destination.next, in: visitor.cookie)
      pending.fulfill(response)
    } else {
      pending.fulfill(.redirect(to: destination, in: visitor.cookie))
    }
    for waiter in waiters { waiter(.answered(destination)) }
    session.storeValues()
  }

  /// Ends the submission without a result. The browser still has to be answered.
  /// - Parameters:
  ///   - hasBegun: Whether something may have been done for it: then a repetition isn't processed, and fails as well.
  ///     Otherwise it is processed.
  ///   - twins: What those are told that have submitted the same in the meantime.
  func abandon(hasBegun: Bool = false, twins: SubmissionFlow.TwinEnd = .abandoned) {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return hasBegun
        ? state.ring.finish(submission, with: .begun) : state.ring.abandon(submission)
    }
    for waiter in waiters { waiter(twins) }
    session.storeValues()
  }
}

extension HTTPResponse {
  /// The answer to a form: a redirect.
  static func redirect(to url: String) -> HTTPResponse {
    var response = HTTPResponse.seeOther(url)
    for (name, value) in SecurityHeaders.page { response.headers.append(name, value) }
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// The answer to a form: a redirect, which gives the browser another name if it gets one.
  static func redirect(to destination: Destination, in cookie: SessionCookie) -> HTTPResponse {
    var response = redirect(to: destination.url)
    response.name(destination.next, in: cookie)
    return response
  }

  /// Gives the browser another name if it gets one.
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
