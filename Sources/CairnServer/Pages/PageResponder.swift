import CairnApplications
import CairnBytes
import CairnChrome
import CairnDependencies
import CairnFeatures
import CairnHTTP
import CairnHealth
import CairnRecorder
import CairnScreens
import CairnSecurity
import CairnSessions
import CairnTexts
import CairnViews
import Logging
import Synchronization

/// Responds to requests for static files, pages, and forms.
final class PageResponder: HTTPResponder, Sendable {
  let mounts: [Mount]
  /// The path below which the server serves everything.
  let prefix: PathPrefix
  /// The path of the stream.
  private let streamPath: String
  let files: StaticFiles
  let chrome: Chrome
  let errorPage: ErrorPage
  let sessions: SessionTable<Session>
  let registrar: SessionRegistrar
  let streams: LiveStreams
  /// The number of heartbeats of the streams.
  let beats = Atomic(0)
  let keeper: SceneKeeper
  let store: WatchedStore
  /// Whether other servers may use the store.
  let sharesStore: Bool
  /// The leases of this server, or `nil` if the store has none.
  let leases: (any LeaseHolder)?
  /// The scenes that requests have loaded.
  let claims = SceneClaims()
  let liveScenes: LiveSceneLimit
  /// Decides where requests are processed.
  let workload: Workload
  /// The cookie with the scheme of the public origin, or without `Secure` if there is no public origin.
  let cookie: SessionCookie
  /// The cookie for browsers whose connection is encrypted.
  private let secureCookie: SessionCookie
  let originCheck: OriginCheck
  let dependencies: DependencyValues
  let logger: Logger
  /// The log for messages that clients can cause any number of times.
  let log: LogRate
  private let pageKey: ServerSecret.Key
  let clientKey: ServerSecret.Key
  /// When this server was created, from ``IssueClock``.
  let began = IssueClock.next()
  /// The issuer of this server's page tokens.
  let issuer = PageToken.Issuer()
  /// The forms for scenes of other servers that aren't in the store.
  let foreignScenes = ForeignScenes()
  /// The clock that measures how long sessions are idle.
  let idleClock: IdleClock
  let valueLog: SessionValueLog
  private let stylesheet: String
  private let script: String
  /// The version of everything around the layers of this server's pages.
  private let frame: PageFrame
  private let regionKey: RegionHash.Key

  /// The recorder of all scenes, or `nil` if they aren't recorded.
  let recorder: JournalRecorder?

  /// How long responses wait for effects.
  let settleRule: SettleRule
  /// The maximum size of a page, in bytes, because larger responses aren't sent.
  private let pageLimit: Int
  /// The metrics, or `nil` if they aren't collected.
  let metrics: Metrics?
  /// The source locations of effects that responses have waited for in vain.
  let placesSaid = Mutex<Set<String>>([])
  /// The source locations of effects that responses of a test have waited for in vain, until the test reports them.
  let overduePlaces = Mutex<[String]>([])

  init(
    mounts: [Mount], prefix: PathPrefix = .none, files: StaticFiles, templates: Templates,
    settings: ServerSettings, store: WatchedStore, leases: (any LeaseHolder)? = nil,
    secret: ServerSecret, origin: Origin?, dependencies: DependencyValues,
    recorder: JournalRecorder? = nil, logger: Logger, metrics: Metrics? = nil
  ) {
    self.recorder = recorder
    self.metrics = metrics
    // Each stream uses a connection, and other requests need some as well.
    streams = LiveStreams(
      limit: max(1, settings.maximumConnections / 2), pause: settings.streamPause)
    self.mounts = mounts
    self.prefix = prefix
    streamPath = prefix.path + LiveStream.path
    self.files = files
    chrome = templates.chrome
    self.dependencies = dependencies
    self.logger = logger
    log = LogRate(logger: logger)
    stylesheet = files.url(for: "cairn.css")
    script = files.url(for: "cairn.js")
    let versions = [CairnVersion.current, settings.applicationVersion ?? ""]
    frame = PageFrame(chrome, [stylesheet, script] + versions)
    regionKey = RegionHash.Key(secret.bytes(for: .regions), frame: frame.number)
    errorPage = ErrorPage(
      template: templates[.error], stylesheet: stylesheet,
      home: prefix == .none ? "/" : prefix.path,
      mark: settings.hasOwnMark ? files.url(for: ApplicationMark.fileName) : nil)
    let keeper = SceneKeeper(
      store: store,
      limits: SessionLimits(
        scenesPerSession: settings.scenesPerSession,
        bytesPerSession: settings.maximumSessionSize, sessions: settings.maximumSessions,
        bytes: settings.maximumStoreSize),
      idle: settings.sessionIdle, clock: settings.idleClock, leaseHolder: leases?.id,
      logger: logger)
    self.keeper = keeper
    self.store = store
    sharesStore = store.isShared
    self.leases = leases
    sessions = SessionTable(
      // Other sessions are only in the store.
      limit: min(settings.maximumSessions, max(2000, 2 * settings.maximumLiveScenes)),
      idle: settings.sessionIdle,
      now: { [clock = settings.idleClock] in clock.now }, client: \.client,
      isEstablished: \.isEstablished, isBusy: \.isInUse,
      onEviction: { [log, metrics] session in
        metrics?.evictedSessionFromMemory()
        guard session.holdsUnstoredState else { return }
        log.log(
          .warning, kind: "memory",
          """
          A session with a state that isn't 'Codable' was evicted from memory, and the state is lost. Make the \
          states 'Codable', so that they are stored, or raise --max-sessions and --max-live-scenes.
          """)
      },
      // The session's use isn't stored now. Otherwise, the least recently used session would look like a recent one.
      onRemoval: { $0.end() })
    registrar = SessionRegistrar(
      sessions: sessions, store: store, keeper: keeper,
      names: RenewedNames(secret: secret) { [clock = settings.idleClock] in clock.time },
      clock: settings.idleClock, logger: logger)
    liveScenes = LiveSceneLimit(
      settings.maximumLiveScenes, bytes: settings.maximumLiveSize,
      largestSession: settings.maximumSessionSize,
      onEviction: { [metrics] in metrics?.evictedSceneFromMemory() })
    let errorPage = errorPage
    workload = Workload(logger: logger) {
      Self.unavailable(errorPage, .pageBusy, in: $0.texts, because: .busy)
    }
    let sessionKey = secret.key(for: .session)
    cookie = SessionCookie(
      port: settings.port, isSecure: origin?.scheme == "https", key: sessionKey, prefix: prefix)
    secureCookie = SessionCookie(
      port: settings.port, isSecure: true, key: sessionKey, prefix: prefix)
    originCheck = OriginCheck(publicOrigin: origin)
    settleRule = dependencies.settleRule
    pageLimit = settings.maximumBytesInFlight
    pageKey = secret.key(for: .page)
    clientKey = secret.key(for: .client)
    idleClock = settings.idleClock
    valueLog = SessionValueLog(logger: logger)
    leases?.begin(self)
  }

  /// Returns whether a request is for the stream of changes to pages.
  func isStream(_ request: HTTPRequest) -> Bool {
    request.isRead && request.rawPath.hasSameBytes(as: streamPath)
  }

  func respond(to request: HTTPRequest) -> HTTPAnswer { respond(to: request, in: nil) }

  /// - Parameter trace: The request's span, or `nil` if the process has no tracer.
  func respond(to request: HTTPRequest, in trace: RequestTrace?) -> HTTPAnswer {
    let file = files.response(to: request) { errorResponse(status: $0, request: request) }
    if let file { return .now(file) }
    if isStream(request) { return stream(to: request) }
    guard !isReserved(request) else {
      return .now(errorResponse(status: .notFound, request: request))
    }
    guard hasFewItems(request) else {
      return .now(errorResponse(status: .targetTooLong, request: request))
    }
    let query = Location.items(request.query ?? "")
    guard let (mount, location) = mounts.match(Location(request, query)) else {
      var response = errorResponse(status: .notFound, request: request)
      if !prefix.contains(rawPath: request.rawPath) { response.rejection = .outsidePrefix }
      return .now(response)
    }
    trace?.found(mount.prefix.path)
    let result: HTTPAnswer =
      request.isRead
      ? get(request, query, mount, location, in: trace)
      : answer(toFormOfRecording: request).map { .now($0) }
        ?? post(request, query, mount, location, in: trace)
    return mount.localization.isNegotiated ? result.map { Self.varying($0) } : result
  }

  /// Returns whether a page may receive a request's form. Otherwise, ``respond(to:)`` rejects the request, regardless of
  /// the form.
  func mayReceiveForm(_ request: HTTPRequest) -> Bool {
    !files.contains(request) && !isReserved(request) && hasFewItems(request)
      && mounts.match(Location(request, [])) != nil
  }

  /// Returns whether the path of a request belongs to the server, so that no application gets the request.
  private func isReserved(_ request: HTTPRequest) -> Bool {
    prefix.contains(rawPath: request.rawPath)
      && Location.isReserved(Substring(request.rawPath.utf8.dropFirst(prefix.path.utf8.count)))
  }

  private func hasFewItems(_ request: HTTPRequest) -> Bool {
    (request.query ?? "").utf8.count { $0 == UInt8(ascii: "&") } < Self.itemLimit
  }

  /// Returns a response with the header for caches that it depends on the browser's languages and on the cookie with
  /// the user's choice.
  private static func varying(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.headers.vary(by: ["Accept-Language", "Cookie"])
    return response
  }

  /// The maximum number of items in a query. Locations have far fewer.
  private static var itemLimit: Int { LocationReader.maximumItems }

  func errorResponse(status: HTTPStatus, request: HTTPRequest) -> HTTPResponse {
    errorResponse(status: status, request: request, message: nil)
  }

  /// Returns the languages of the application at a request's path.
  func localization(at request: HTTPRequest) -> Localization {
    mounts.match(Location(request, []))?.mount.localization ?? .english
  }

  /// Returns the page of an error, in the language of the application at the request's path.
  /// - Parameters:
  ///   - kind: The kind of the error, or `nil` for the one that belongs to the status.
  ///   - message: A message that replaces the kind's own.
  func errorResponse(
    status: HTTPStatus, _ kind: SystemText.ErrorKind? = nil, request: HTTPRequest, message: String?
  ) -> HTTPResponse {
    let localization = self.localization(at: request)
    let texts = localization.texts(for: LanguagePreferences(request))
    let response = Self.failure(errorPage, status, kind, in: texts, message: message)
    return localization.isNegotiated ? Self.varying(response) : response
  }

  private static func failure(
    _ page: ErrorPage, _ status: HTTPStatus, _ kind: SystemText.ErrorKind? = nil, in texts: Texts,
    message: String? = nil
  ) -> HTTPResponse {
    let bytes = page.bytes(status: status.rawValue, kind, in: texts, message: message)
    var response = self.page(status: status, .bytes(bytes))
    response.headers["Cache-Control"] = "no-store"
    response.rejection = RejectionReason(status)
    return response
  }

  /// Returns the response after a failure of the session store.
  /// - Parameters:
  ///   - isBegun: Whether effects have started, which may have changed other systems. In that case, the page doesn't
  ///     claim that everything is unchanged.
  ///   - isLive: Whether a script has sent the form. After 503, a script repeats a form until it succeeds. If effects
  ///     have started, the response is therefore 500. If the user submits again, the script sends a new form.
  ///   - reason: The reason for the log.
  func unavailable(
    in texts: Texts = .english, isBegun: Bool = false, isLive: Bool = false,
    because reason: RejectionReason = .storeFailing
  ) -> HTTPResponse {
    Self.unavailable(
      errorPage, isBegun ? (isLive ? .partlyDoneByScript : .partlyDone) : .unavailable, in: texts,
      because: reason)
  }

  private static func unavailable(
    _ page: ErrorPage, _ kind: SystemText.ErrorKind, in texts: Texts,
    because reason: RejectionReason
  ) -> HTTPResponse {
    let status: HTTPStatus =
      kind == .partlyDoneByScript ? .internalServerError : .serviceUnavailable
    var response = failure(page, status, kind, in: texts)
    response.headers["Retry-After"] = "5"
    response.rejection = reason
    return response
  }

  /// Returns the description of a request for the ``Workload``.
  func profile(
    _ request: HTTPRequest, _ mount: Mount, of visitor: Visitor, sceneID: StoredScene.Mark?,
    tap: UInt64 = 0
  ) -> RequestProfile {
    RequestProfile(
      place: workload.place(of: request, tap: tap),
      turn: sceneID.map { SceneTurns.Key(session: visitor.id, sceneID: $0) },
      lock: sceneID.flatMap { visitor.session?.scene($0.text)?.isolation },
      mount: mount.prefix.path, path: request.rawPath, client: request.clientGroup,
      texts: visitor.texts(of: mount))
  }

  /// The response if a session would exceed its maximum size.
  func tooLarge(in texts: Texts) -> HTTPResponse {
    var response = Self.failure(errorPage, .contentTooLarge, .sessionTooLarge, in: texts)
    response.rejection = .sessionTooLarge
    return response
  }

  /// Returns the session cookie that belongs to a request.
  func cookie(for request: HTTPRequest) -> SessionCookie {
    originCheck.isSecure(isTLS: request.isSecure) ? secureCookie : cookie
  }

  // MARK: Pages

  /// Renders the page of a scene.
  /// - Parameters:
  ///   - location: The scene's location, relative to its application, if it's already known.
  ///   - token: The scene and the revision that the page's forms refer to.
  ///   - focus: The user's position, if the page is the response to a form.
  ///   - decoration: Returns the decoration for a recording, given the URL of the page's forms.
  ///   - patch: The page that the browser shows, if it requests only the changes.
  ///   - isSent: Whether the page is sent to a browser. Otherwise, only the server uses it.
  ///   - mayBegin: Whether the page's script may get a scene immediately.
  func render(
    _ access: borrowing SceneAccess, at location: Location? = nil, _ visitor: Visitor,
    token: (scene: String?, revision: UInt64), notice: [UserText], focus: PageFocus? = nil,
    decoration: ((_ action: String) -> PageDecoration)? = nil, patch: PatchOrder? = nil,
    last: PageToken? = nil, isSent: Bool = true, mayBegin: Bool = true
  ) -> RenderedPage {
    let scene = access.scene
    scene.requests.begin(visitor.request)
    scene.openRequested()
    scene.forgetTextOfOthers()
    let isHolding = isSent && scene.durable.held != nil
    let notice = isHolding ? noticeOfHeldForm(notice, on: access) : notice
    let location = (location ?? scene.page.location()).prefixed(by: scene.mount.prefix)
    let url = location.url
    let key = PageToken.Key(pageKey, session: visitor.name.lineage)
    let action = SceneQueryItem.url(of: location, scene: token.scene)
    let decoration = decoration?(action)
    var context = PageContext(
      chrome: chrome,
      action: action,
      canonical: url,
      stylesheet: stylesheet,
      notice: notice,
      drafts: scene.durable.drafts.ofPage
    ) { [logger, issuer] summary in
      // Forms of a recorded moment must not change the current state.
      guard decoration?.isPast != true, isSent else { return "" }
      if let last, last.scene == token.scene, last.layers == summary.layerPath,
        last.location == url, last.guards == summary.closedGuards,
        token.revision < last.revision + Self.renewal,
        // A form with a token from before the loss would be restored, and not processed.
        last.issued >= scene.durable.reducedSince ?? 0
      {
        return ""
      }
      let token = PageToken(
        scene: token.scene, revision: token.revision, layers: summary.layerPath,
        location: url, guards: summary.closedGuards, issuer: issuer)
      do throws(PageToken.Failure) {
        let sealed = try token.seal(key: key)
        // A script doesn't send back a token that it hasn't received.
        if patch != nil { scene.browser.issued = token }
        return sealed
      } catch {
        // This happens only if an application has more layers, or a longer location, than a token can contain. The
        // forms of the page don't do anything.
        logger.error(
          "No page token: the page has \(summary.levels.count) layers and a URL of \(url.utf8.count) bytes"
        )
        return ""
      }
    }
    context.root = scene.mount.root
    if token.scene == nil { context.carried = scene.durable.drafts.carried }
    let localization = scene.mount.localization
    context.texts = localization.texts(for: scene.languages.preferences)
    context.isMultilingual = localization.isNegotiated
    context.frame = frame
    context.byteLimit = pageLimit
    if let patch { context.form = .patch(patch) }
    // A recorded moment can't change.
    if decoration == nil {
      context.regionKey = regionKey
      context.script = script
      context.cookie = {
        let requests = scene.requests
        return requests.readFields.cookie(requests.values.colorScheme, visitor.report)
      }
    }
    if let decoration {
      context.foot = decoration.foot
      context.titlePrefix = decoration.titlePrefix
      context.action += decoration.actionSuffix
    }
    context.application = scene.mount.identity
    context.focus = focus
    context.openerRows = scene.browser.focus.openerRows
    context.isLoaded = patch == nil && isSent
    context.step = scene.browser.focus.step
    context.source = visitor.source
    context.mayBegin = mayBegin
    // A page that isn't sent isn't needed again. A browser without a scene won't request another page of this scene.
    context.isRemembered = scene.sceneID != nil && isSent
    context.refresh = scene.sceneID != nil && scene.isolation.mayChange ? .effectsRunning : .none
    let span = visitor.trace?.begin(.render)
    defer { span?.end() }
    var page = scene.page.render(context)
    page.requestFields = scene.requests.readFields
    return page
  }

  /// The number of actions after which a page gets a token with the current revision. A scene's history is limited.
  private static var renewal: UInt64 { 8 }

  func page(status: HTTPStatus = .ok, _ body: HTTPBody) -> HTTPResponse {
    Self.page(status: status, body)
  }

  private static func page(status: HTTPStatus, _ body: HTTPBody) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: body)
  }

  /// The headers of an HTML page, which all pages share.
  private static let headers = HTTPHeaders(
    SecurityHeaders.page + [("Content-Type", "text/html; charset=utf-8")])

  /// Opens a form's token with the key of its session. Returns `nil` if the token isn't valid.
  func openToken(_ text: String?, _ session: SessionName) -> PageToken? {
    guard let text else { return nil }
    return try? PageToken.open(text, key: PageToken.Key(pageKey, session: session.lineage))
  }
}

extension Location {
  /// Creates the location that a request is for, from the root of the server and without scene IDs.
  init(_ request: HTTPRequest, _ query: [QueryItem]) {
    let path = request.rawPath
    let location = path.utf8.first == UInt8(ascii: "/") ? Location(path: path) : nil
    self = location ?? Location()
    self.query = query.filter { !$0.isReserved }
  }
}
