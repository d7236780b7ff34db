/// An error while starting a server, with a one-line description.
public enum HTTPServerError: Error, Equatable, CustomStringConvertible {
  /// Another process, or another server of this process, uses the port.
  case portTaken(host: String, port: Int)
  /// This user isn't permitted to use the port.
  case portForbidden(host: String, port: Int)
  /// The port isn't between 0 and 65535.
  case portOutOfRange(Int)
  /// The host isn't an address of this machine or the name of one.
  case hostUnknown(String, reason: String)
  /// The server was already started.
  case startedBefore
  /// This version of libmicrohttpd can't be used safely.
  case libraryUnsupported(version: String, reason: String)
  /// Any other failure, with its reason.
  case failed(String)

  public var description: String {
    switch self {
    case .portTaken(let host, let port):
      "Port \(port) on \(host) is already in use. Choose another port."
    case .portForbidden(let host, let port):
      "This user can't use port \(port) on \(host). Choose another port."
    case .portOutOfRange(let port): "\(port) isn't a port. Use a number from 0 to 65535."
    case .hostUnknown(let host, let reason): "Can't listen on host '\(host)': \(reason)."
    case .startedBefore: "The server was already started. Create another server."
    case .libraryUnsupported(let version, let reason):
      "libmicrohttpd \(version) isn't supported: \(reason). Use 0.9.75, or 1.0.0 or newer."
    case .failed(let reason): "The server can't start: \(reason)."
    }
  }
}
