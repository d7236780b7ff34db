package import CairnHTTP

/// Advice for a form that was rejected because it came from another origin.
///
/// It's for cases in which browser and server use different names for the server, such as behind a proxy that isn't
/// configured.
package struct OriginAdvice {
  /// The origin of the form, as the browser calls it.
  package let theirs: Origin
  /// The origin of the server, as the server calls it.
  package let own: Origin

  /// Returns `nil` if the form was rejected for another reason.
  package init?(
    _ refusal: OriginCheck.Refusal, _ headers: OriginCheck.Headers, _ check: OriginCheck,
    isTLS: Bool
  ) {
    let theirs: Origin?
    switch refusal {
    case .originForeign: theirs = headers.origin.flatMap { Origin($0) }
    case .refererForeign: theirs = headers.referer.flatMap { Origin(ofURL: $0) }
    default: return nil
    }
    guard let theirs, let own = check.ownOrigin(headers, isTLS: isTLS) else { return nil }
    self.theirs = theirs
    self.own = own
  }

  /// The message in one line, for the log and for developers. Both origins were parsed, so they only contain letters,
  /// digits, and a few punctuation marks.
  package var message: String {
    "The form came from \(theirs), but the origin of this server is \(own). If \(theirs) is its "
      + "public origin, the server is behind a proxy. Start it with --origin \(theirs), or name "
      + "the proxy with --trusted-proxy."
  }

  /// Returns whether the message can be shown on the page. The client must be on this machine and use a local name for
  /// it, because a proxy on this machine may not add any fields.
  package func isForDeveloper(sending request: HTTPRequest) -> Bool {
    request.isFromThisMachine && theirs.isLoopback && own.isLoopback
  }
}

extension Origin {
  /// Whether the host is the browser's own machine.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || IPAddress(host)?.isLoopback == true
  }
}
