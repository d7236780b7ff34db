import CairnHTTP

/// What to do about a form that is refused as another origin's where the browser and the server call
/// the server by different names, as they do behind a proxy that the server does not know of.
package struct OriginAdvice {
  /// What the browser calls the place that the form came from.
  package let theirs: Origin
  /// What the server takes itself for.
  package let own: Origin

  /// Nil where the refusal has other causes.
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

  /// One line, for the log and for a developer. Both origins were read as such, so that nothing is in
  /// them but letters, digits and a few signs.
  package var message: String {
    "The form came from \(theirs), and the server takes itself for \(own). If \(theirs) is what your "
      + "browsers call it, it is behind a proxy: start it with --origin \(theirs), or name the "
      + "proxy with --trusted-proxy."
  }

  /// Whether it may be shown on the page: to somebody on the machine itself who calls it so. All
  /// clients of an unknown proxy on the machine have its address.
  package func isForDeveloper(at address: String) -> Bool {
    IPAddress(address)?.isLoopback == true && theirs.isLoopback && own.isLoopback
  }
}

extension Origin {
  /// Whether the host can only be the browser's own machine.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
      || IPAddress(host)?.isLoopback == true
  }
}
