import CairnHTTP
import CairnSecurity

/// Who asks: the session of a browser, which may be one that nothing is stored for yet.
struct Visitor {
  let name: SessionName
  /// Whether the browser has to be given the name.
  let isNew: Bool
  /// The session of the id that was in memory when the request came, or that it has brought there.
  var session: Session?
  /// The cookie that brings the name.
  let cookie: SessionCookie
  /// What its address counts as when clients share something; `nil` if that's unknown.
  let address: AddressGroup?
  /// What its script shows; nil where it asks for pages as they are.
  let live: LivePage?
  /// The URL of the page that has led here, as the browser says.
  let source: String
  /// The request's span; `nil` if the process has no tracer.
  let trace: RequestTrace?
  /// When that was looked up, as ``RetiredSessions`` count.
  private(set) var moment: UInt64

  var id: SessionID { name.id }

  init(
    _ request: HTTPRequest, _ cookie: SessionCookie, _ sessions: SessionTable<Session>,
    _ retired: RetiredSessions, in trace: RequestTrace? = nil
  ) {
    self.trace = trace
    // First, so that no retirement is missed.
    moment = retired.moment
    var stored: Session?
    let name = request.cookieField.flatMap { header in
      cookie.session(inHeader: header) { id in
        stored = sessions.session(for: id)
        stored?.noteUse()
        return stored?.identity.cookie
      }
    }
    self.cookie = cookie
    address = request.clientGroup
    live = LivePage(request)
    source = live == nil ? request.headers["Referer"] ?? "" : ""
    self.name = name ?? .random()
    isNew = name == nil
    session = isNew ? nil : stored
  }

  /// The same visitor, whose session is looked up again.
  func again(_ sessions: SessionTable<Session>, _ retired: RetiredSessions) -> Visitor {
    var visitor = self
    visitor.moment = retired.moment
    visitor.session = sessions.session(for: id)
    return visitor
  }
}
