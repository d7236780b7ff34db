import CairnApplications
import CairnDependencies
import CairnHTTP
import CairnSecurity
import CairnTexts

/// The browser that sends a request, and its session, which may not be stored yet.
struct Visitor {
  let name: SessionName
  /// Whether the browser must be given the session's name in a cookie.
  let isNew: Bool
  /// Whether the browser's cookie was signed with a secret that's being replaced.
  let hasOutdatedCookie: Bool
  /// Whether the browser sent no session cookie at all, not even an invalid one. It may block cookies.
  let lacksCookie: Bool
  /// The session, if it was in memory when the request arrived or was loaded for it.
  var session: Session?
  /// The cookie that contains the name.
  let cookie: SessionCookie
  /// The client's address for limits that clients share, or `nil` if it's unknown.
  let address: AddressGroup?
  /// The page that the browser's script shows, or `nil` if the browser asks for complete pages.
  let live: LivePage?
  /// Whether the browser runs the script, as far as it's known. If so, the page can change after the response.
  ///
  /// A form shows it. A page that's requested as a whole doesn't, so the session's last form decides.
  let hasScript: Bool
  /// The URL of the page that led here, according to the browser.
  let source: String
  /// The values of the request that features and views can read.
  let request: RequestSource
  /// The request's `Cookie` field, or `nil` if there is none.
  private let cookies: String?
  /// Whether the response waits for effects.
  let awaitsEffects: Bool
  /// The languages that the browser asks for and the user's choice, unless the application has only one language.
  let languages: LanguagePreferences
  /// The request's span, or `nil` if the process has no tracer.
  let trace: RequestTrace?
  /// When the session was looked up, as ``RetiredSessions`` counts.
  private(set) var retirementCount: UInt64

  var id: SessionID { name.id }

  /// - Parameter mount: The application of the request, or `nil` for a request that's for all applications.
  init(
    _ request: HTTPRequest, of mount: Mount? = nil, _ cookie: SessionCookie,
    _ sessions: SessionTable<Session>, _ retired: RetiredSessions, in trace: RequestTrace? = nil
  ) {
    self.trace = trace
    // This must be first, so that no retirement is missed.
    retirementCount = retired.retirementCount
    var stored: Session?
    let cookies = request.cookieField
    self.cookies = cookies
    self.request = RequestSource(request, cookies: cookies)
    let name = cookies.flatMap { header in
      cookie.session(inHeader: header) { id in
        stored = sessions.session(for: id)
        stored?.noteUse()
        return stored?.identity.cookie
      }
    }
    self.cookie = cookie
    address = request.clientGroup
    awaitsEffects = request.awaitsWork
    live = LivePage(request)
    source = live == nil ? request.headers["Referer"] ?? "" : ""
    self.name = name ?? .random()
    isNew = name == nil
    hasOutdatedCookie = name.map { cookie.isOutdated($0, inHeader: cookies) } ?? false
    lacksCookie = name == nil && !cookie.isIn(cookies)
    session = isNew ? nil : stored
    let lacksScript = session?.lacksScript == true
    hasScript = live != nil || request.isRead && !lacksScript
    guard mount?.localization.isNegotiated ?? true else {
      languages = LanguagePreferences()
      return
    }
    languages = LanguagePreferences(request)
    if mount != nil { session?.languages.update(languages, seen: seenVersion) }
  }

  /// The version of the session that the browser has seen, or 0 if it's unknown.
  var seenVersion: UInt64 { isNew ? 0 : cookie.seen.version(of: name, inHeader: cookies) }

  /// The values that the browser's script has reported.
  var report: BrowserReport { BrowserReport(cookies: cookies) }

  /// Returns the framework's texts in the language of an application that the browser prefers.
  func texts(of mount: Mount) -> Texts { mount.localization.texts(for: languages) }

  /// Returns the visitor after looking up the session again.
  func again(_ sessions: SessionTable<Session>, _ retired: RetiredSessions) -> Visitor {
    var visitor = self
    visitor.retirementCount = retired.retirementCount
    visitor.session = sessions.session(for: id)
    return visitor
  }
}

extension LanguagePreferences {
  init(_ request: HTTPRequest) {
    self.init(
      request.headers["Accept-Language"],
      choice: LanguageCookie.language(inHeader: request.cookieField))
  }
}
