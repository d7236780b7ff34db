import CairnDependencies
import CairnHTTP
import CairnReducers
import CairnScreens
import CairnSessions
import CairnViews
import Logging

/// Answers requests: static files, pages, and the forms that pages send back.
final class PageResponder: HTTPResponder, Sendable {
  let mounts: [Mount]
  let files: StaticFiles
  let chrome: CairnViews.Chrome
  let errorPage: ErrorPage
  let sessions: SessionTable<Session>
  let keeper: SceneKeeper
  let liveScenes: LiveSceneLimit
  let cookie: SessionCookie
  let originCheck: OriginCheck
  let dependencies: DependencyValues
  let logger: Logger
  /// Whether browsers reach the server through TLS.
  let isSecure: Bool
  private let pageKey: ServerSecret.Key
  private let stylesheet: String

  /// How long an answer waits for effects.
  let settleLimit: Duration

  init(
    mounts: [Mount], files: StaticFiles, chrome: Chrome, settings: ServerSettings,
    store: any SessionStore, secret: ServerSecret, origin: Origin?, dependencies: DependencyValues,
    logger: Logger
  ) {
    self.mounts = mounts
    self.files = files
    self.chrome = CairnViews.Chrome(chrome)
    self.dependencies = dependencies
    self.logger = logger
    stylesheet = files.url(for: "cairn.css")
    errorPage = ErrorPage(template: chrome[.error], stylesheet: stylesheet)
    sessions = SessionTable(
      limit: settings.maximumSessions, idle: settings.sessionIdle, isBusy: { $0.isBusy },
      onRemoval: { $0.end() })
    keeper = SceneKeeper(
      store: store,
      limits: SessionLimits(
        scenesPerSession: settings.scenesPerSession, sessions: settings.maximumSessions),
      idle: settings.sessionIdle, logger: logger)
    liveScenes = LiveSceneLimit(settings.maximumLiveScenes)
    isSecure = origin?.scheme == "https"
    cookie = SessionCookie(port: settings.port, isSecure: isSecure, key: secret.key(for: .session))
    originCheck = OriginCheck(publicOrigin: origin)
    settleLimit = settings.settleLimit
    pageKey = secret.key(for: .page)
  }

  func respond(to request: HTTPRequest) -> HTTPAnswer {
    if let response = files.response(to: request) { return .now(response) }
    let segments = request.pathSegments.filter { !$0.isEmpty }
    guard let (mount, location) = mounts.match(segments) else {
      return .now(errorResponse(status: .notFound, request: request))
    }
    return request.isRead
      ? get(request, mount, location) : post(request, mount, location)
  }

  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    var response = page(
      status: status, .bytes(errorPage.bytes(status: status.rawValue)))
    response.headers["Cache-Control"] = "no-store"
    return response
  }

  /// The answer where the session store has failed.
  var unavailable: HTTPResponse {
    var response = page(
      status: .serviceUnavailable,
      .bytes(errorPage.bytes(status: HTTPStatus.serviceUnavailable.rawValue)))
    response.headers["Cache-Control"] = "no-store"
    response.headers["Retry-After"] = "5"
    return response
  }

  /// The dependencies of a session's scenes; without a session, of a page that nobody else sees.
  func dependencies(of session: Session?) -> DependencyValues {
    var dependencies = dependencies
    dependencies.sessionStorage = session?.storage ?? SessionStorage()
    return dependencies
  }

  // MARK: Pages

  /// Draws the page of a scene. To be called under the scene's lock.
  /// - Parameters:
  ///   - location: Where the scene is, relative to its application, where that is known already.
  ///   - token: The scene and the revision that the page's forms come back to.
  func render(
    _ scene: LiveScene, at location: Location? = nil, _ visitor: Visitor,
    token: (scene: String?, revision: UInt64), notice: String?
  ) -> RenderedPage {
    let path = (location ?? scene.page.location()).prefixed(by: scene.mount.prefix).path
    let key = PageToken.Key(pageKey, session: visitor.id)
    var context = PageContext(
      chrome: chrome,
      action: SceneMark.url(path: path, scene: token.scene),
      canonical: path,
      stylesheet: stylesheet,
      notice: notice,
      drafts: scene.drafts
    ) { [logger] summary in
      let token = PageToken(
        scene: token.scene, revision: token.revision, layers: summary.trail,
        location: path)
      do throws(PageToken.Failure) {
        return try token.seal(key: key)
      } catch {
        // Only where an application piles up more layers, or a longer location, than a page can say.
        // Its forms run nothing.
        logger.error(
          "No token: a page of \(summary.levels.count) layers, a path of \(path.utf8.count)")
        return ""
      }
    }
    context.refresh = scene.mark != nil && scene.isolation.running > 0 ? .effectsRunning : .none
    return scene.page.render(context)
  }

  /// The response with a page.
  func page(status: HTTPStatus = .ok, _ body: HTTPBody) -> HTTPResponse {
    var headers = HTTPHeaders(SecurityHeaders.page(isSecure: isSecure))
    headers.append("Content-Type", "text/html; charset=utf-8")
    return HTTPResponse(status: status, headers: headers, body: body)
  }

  /// Opens the token of a form for the session that it belongs to.
  func openToken(_ text: String?, _ id: SessionID) -> PageToken? {
    guard let text else { return nil }
    return try? PageToken.open(text, key: PageToken.Key(pageKey, session: id))
  }
}

/// Who asks: the session of a browser, which may be one that nothing is stored for yet.
struct Visitor {
  let id: SessionID
  /// Whether the browser has to be given the id.
  let isNew: Bool
  /// What was stored for the id when the request came.
  let session: Session?

  init(_ request: HTTPRequest, _ cookie: SessionCookie, _ sessions: SessionTable<Session>) {
    var stored: Session?
    let id = request.headers["Cookie"].flatMap { header in
      cookie.session(inHeader: header) { id in
        stored = sessions.session(for: id)
        return stored?.cookie
      }
    }
    self.id = id ?? SessionID.random()
    isNew = id == nil
    session = isNew ? nil : stored
  }
}

extension CairnViews.Chrome {
  /// The chrome of the templates.
  init(_ chrome: Chrome) {
    func pieces(_ name: TemplateName) -> [Piece] {
      chrome[name].pieces.map { piece in
        switch piece {
        case .bytes(let bytes): .bytes(bytes)
        case .slot(let slot): Slot(rawValue: slot.rawValue).map { .slot($0) } ?? .bytes([])
        }
      }
    }
    self.init(
      page: pieces(.page), bar: pieces(.bar), screen: pieces(.screen), sheet: pieces(.sheet),
      popover: pieces(.popover), cover: pieces(.cover), alert: pieces(.alert),
      confirmation: pieces(.confirmation))
  }
}
