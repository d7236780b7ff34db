#if canImport(Glibc)
  import Glibc
#endif

extension HTTPServer {
  /// The configuration of a server, with its address and the limits for its clients.
  public struct Configuration: Sendable {
    /// A host name or address of this machine. `0.0.0.0` and `::` mean all of its addresses.
    public var host = "127.0.0.1"
    /// The port, or 0 for any free port. See ``HTTPServer/port``.
    public var port = 8080
    /// The number of daemons, each with its own thread. The default is one per core.
    public var daemons = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    /// The maximum number of connections, distributed evenly among the daemons. Further connections wait to
    /// be accepted.
    ///
    /// If three quarters of them are in use, the server closes slow connections. It starts with connections that have
    /// waited longest for a request, or that take longest to send one.
    public var connectionLimit = 4096
    /// The maximum number of connections from one IPv4 address, or from one IPv6 network of 64 bits, or
    /// `nil` for no limit.
    ///
    /// Connections from ``trustedProxies`` aren't counted.
    public var connectionLimitPerAddress: Int? = 512
    /// The number of seconds without any data after which an idle or slow connection is closed.
    ///
    /// This doesn't apply while the client waits for a response. Connections that aren't silent are subject
    /// to ``limits``.
    public var connectionTimeout = 30
    /// The maximum number of bytes of received bodies and unsent responses, for all connections together.
    ///
    /// If there's no more room, the server rejects bodies with 503 before it reads them. It also responds with 503
    /// instead of sending a page. A response that's larger than the limit is replaced by a response with 500. A streamed
    /// response is broken off if there's no more room for the part that waits for the client.
    public var bytesInFlightLimit = 64 * 1024 * 1024
    /// The folder in which the server creates its own folder for uploads, or `nil` for the system's temporary folder.
    ///
    /// The temporary folder is the value of the environment variable `TMPDIR`, or `/tmp`.
    public var uploadsFolder: String?
    /// The maximum number of bytes of uploaded files, including files that the application keeps.
    ///
    /// If there's no more room, the server rejects forms that contain files with 503.
    public var uploadsLimit = 1024 * 1024 * 1024
    /// The limits for requests.
    public var limits = RequestLimits()
    /// The accepted methods. The server responds to other methods with 405.
    public var methods: [HTTPMethod] = [.get, .head, .post]
    /// The content types whose bodies are available as bytes. Forms are decoded. The server responds to all
    /// other types with 415, unless the responder chooses ``BodyReading/bytes(limit:)``.
    public var rawContentTypes: [String] = []
    /// Whether text is compressed for clients that accept it.
    public var compression = true
    /// The proxies whose information about their clients is trusted.
    ///
    /// The server reads `Forwarded`, or `X-Forwarded-For`, `X-Forwarded-Proto`, and `X-Forwarded-Host`. These fields
    /// are ignored if they're from other clients.
    public var trustedProxies: [IPNetwork] = []
    /// The observer of completed requests.
    public var observer: (any HTTPObserver)?

    /// How often to look for connections that take too long, or `nil` for never, which is for tests.
    package var sweepInterval: Duration? = .milliseconds(200)

    /// How heads are checked, or `nil` for the method that suits the version of libmicrohttpd.
    ///
    /// Tests use this to cover both methods with a single version.
    package var headReading: HeadReading?

    /// Creates a configuration with the default values.
    public init() {}

    /// The number of bytes that a connection has for the headers of a request and its response.
    ///
    /// This is the larger limit and some extra room, so that the server's own page can be sent if a head is slightly
    /// too large. It's always more than 32 kB and more than a page. libmicrohttpd then allocates whole pages, which
    /// `Exchange` relies on.
    var connectionMemory: Int {
      max(
        max(limits.maxTargetLength, limits.maxHeaderSize) + 20 * 1024, 36 * 1024,
        2 * Int(getpagesize()))
    }
  }
}
