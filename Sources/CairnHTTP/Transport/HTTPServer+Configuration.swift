#if canImport(Glibc)
  import Glibc
#endif

extension HTTPServer {
  /// Where a server listens, and what it grants its clients.
  public struct Configuration: Sendable {
    /// A name or address of this machine; `0.0.0.0` and `::` are all of them.
    public var host = "127.0.0.1"
    /// The port; 0 is any free one, see `HTTPServer.port`.
    public var port = 8080
    /// The number of daemons, each with a thread; by default one a core.
    public var daemons = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// The number of connections, spread evenly over the daemons; more of them wait to be accepted.
    ///
    /// Where three of four are taken, those that have waited longest for a request, or take longest to
    /// send one, are closed.
    public var connectionLimit = 4096
    /// The number of connections from one IPv4 address, or from one IPv6 network of 64 bits; nil for no
    /// limit. Those of ``trustedProxies`` are not counted.
    public var connectionLimitPerAddress: Int? = 512
    /// Seconds of silence after which a connection is closed, be it idle or slow; not while an
    /// answer is awaited. How long what is not silent may take is in ``limits``.
    public var connectionTimeout = 30
    /// The bytes of bodies that have arrived and of answers that were not sent yet, all connections
    /// together; beyond it bodies are refused with 503 before they are read, and so are pages.
    public var bytesInFlightLimit = 64 * 1024 * 1024
    /// The folder in which the server has one of its own for files that arrive; nil for the system's, which
    /// `TMPDIR` names.
    public var uploadsFolder: String?
    /// The bytes of files that have arrived, those of them that are kept by whoever got them; beyond it forms
    /// that bring one are refused with 503.
    public var uploadsLimit = 1024 * 1024 * 1024
    /// What a client may send.
    public var limits = RequestLimits()
    /// The methods that are let through; others get 405.
    public var methods: [HTTPMethod] = [.get, .head, .post]
    /// Content types whose bodies are kept as bytes; forms are decoded, anything else gets 415.
    public var rawContentTypes: [String] = []
    /// Whether text is compressed for clients that accept it.
    public var compression = true
    /// The proxies of which it is believed what they say of their clients: in `Forwarded`, or in
    /// `X-Forwarded-For`, `-Proto` and `-Host`. Of anybody else these fields are ignored.
    public var trustedProxies: [IPNetwork] = []
    /// Is told of every request that is over.
    public var observer: (any HTTPObserver)?

    /// How often it is looked for connections that take too long; nil for never, for tests.
    package var sweepInterval: Duration? = .milliseconds(200)

    /// How heads are checked; nil for the way that suits the version of libmicrohttpd. For tests, which
    /// thereby cover both ways with one version.
    package var headReading: HeadReading?

    public init() {}

    /// Bytes that a connection has for the headers of a request and its response: the limit and some
    /// room, so that a little too much is still answered by a page of ours. Always more than 32 kB and
    /// than a page: then libmicrohttpd takes whole pages, on which `Exchange` counts.
    var connectionMemory: Int {
      max(
        max(limits.maxTargetLength, limits.maxHeaderSize) + 20 * 1024, 36 * 1024,
        2 * Int(getpagesize()))
    }
  }
}
