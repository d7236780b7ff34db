import CairnHTTP
import CairnScreens
import CairnSessions
import Synchronization

/// A form that came back, with all that belongs to it, and the answer that it waits for.
struct PendingPost {
  private(set) var submission: Submission
  let form: SubmittedForm
  /// What the page says of itself; of one that a user went back from, without the layers above the one that is
  /// named.
  let token: PageToken
  let visitor: Visitor
  let session: Session
  let mount: Mount
  /// The page's location, relative to where the application is mounted.
  let location: Location
  /// The scene that it is for: the page's own, or the one that an earlier submission of the page has
  /// begun.
  var mark: StoredScene.Mark
  /// The location that is opened where it gets a scene.
  var opening: Location
  /// What a scene of its own begins with, where the page's scene has left the page.
  var beginning: Beginning?
  let pending = PendingAnswer()

  init(
    _ form: SubmittedForm, _ token: PageToken, _ visitor: Visitor, _ session: Session,
    _ mount: Mount, _ location: Location
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
    opening = location
    // What can be done twice is never too old to be done.
    submission = Submission(
      form, token, of: visitor.name.lineage,
      issued: form.isQuiet ? IssueClock.next() : token.issued)
    mark = token.scene.flatMap { StoredScene.Mark($0) } ?? token.offspring
  }

  /// Whether its page is so old that it may have been worked on.
  private(set) var isForgotten = false

  /// The same where that was found: nothing of it is run, which can be done twice.
  var forgotten: PendingPost {
    var post = self
    post.isForgotten = true
    post.submission = Submission(
      form, token, of: visitor.name.lineage, issued: IssueClock.next())
    return post
  }

  /// What its browser's script is answered: what has changed of what it shows.
  var patch: HTTPResponse?

  /// Names the page, and where a script sends several forms of one page which of them it is.
  var nonce: UInt128 { token.nonce ^ UInt128(form.number) << 64 }

  /// Whether its page is at a URL.
  func isAt(_ url: String) -> Bool {
    url.utf8.elementsEqual(
      SceneMark.url(of: location.prefixed(by: mount.prefix), scene: token.scene).utf8)
  }

  /// Whether it was worked on before and has to be again, on what another server has stored.
  var isSecondAttempt = false
  /// Whether effects were begun for it, which may have changed other systems.
  var isBegun = false
  /// How often its scene has woken for it, and has ended before it came to it.
  var wakings = 0

  /// Sends who submitted the form, and whoever submitted the same meanwhile, to a URL.
  /// - Parameter next: The name with which the browser goes on, where it is another one with that.
  func finish(_ url: String, as next: NextName? = nil) {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return state.ring.finish(submission, with: .url(url))
    }
    if var patch {
      patch.name(next, in: visitor.cookie)
      pending.fulfil(patch)
    } else if visitor.live != nil, case .ended? = next {
      // Nothing that the tab remembers of the session is to stay: it goes there as a whole.
      var response = LivePage.leaving(to: url)
      response.name(next, in: visitor.cookie)
      pending.fulfil(response)
    } else {
      pending.fulfil(.redirect(to: url, as: next, in: visitor.cookie))
    }
    for waiter in waiters { waiter(.redirect(url, next)) }
    session.storeValues()
  }

  /// Ends the submission, of which something may be done: its repeat is not worked on, but told so. Whoever submitted
  /// the same meanwhile is told that it failed; who submitted this is still to be answered.
  func end(with answer: Session.PastAnswer) {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return state.ring.finish(submission, with: answer)
    }
    for waiter in waiters { waiter(.failed) }
    session.storeValues()
  }

  /// Gives the submission up, with nothing of it done: its repeat is worked on. Whoever submitted
  /// the same is told that it failed; who submitted this is still to be answered.
  func abandon() {
    let waiters = session.state.withLock { state in
      state.working -= 1
      return state.ring.abandon(submission)
    }
    for waiter in waiters { waiter(.failed) }
    session.storeValues()
  }
}

/// The name with which a browser goes on.
enum NextName {
  /// The session's, by which it is known from now on.
  case renewed(SessionName)
  /// That of a new session: the one before has ended, and its pages are to be forgotten.
  case ended(SessionName)

  var name: SessionName {
    switch self {
    case .renewed(let name), .ended(let name): name
    }
  }
}

extension HTTPResponse {
  /// The answer to a form: go and see.
  static func redirect(to url: String) -> HTTPResponse {
    var response = HTTPResponse.seeOther(url)
    for (name, value) in SecurityHeaders.page { response.headers.append(name, value) }
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// The answer to a form, with another name for the browser, where there is one.
  static func redirect(
    to url: String, as next: NextName?, in cookie: SessionCookie
  ) -> HTTPResponse {
    var response = redirect(to: url)
    response.name(next, in: cookie)
    return response
  }

  /// Gives the browser another name, where there is one.
  mutating func name(_ next: NextName?, in cookie: SessionCookie) {
    switch next {
    case .renewed(let name): headers.append("Set-Cookie", cookie.setCookie(for: name))
    case .ended(let name):
      headers.append("Set-Cookie", cookie.setCookie(for: name))
      // Else Back would show the pages of whoever has signed out.
      headers["Clear-Site-Data"] = "\"cache\""
    case nil: break
    }
  }
}
