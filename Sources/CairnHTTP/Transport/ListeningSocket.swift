#if canImport(Glibc)
  import Glibc
#endif

/// A socket that listens for connections.
struct ListeningSocket {
  let descriptor: Int32

  /// Opens sockets that share a port. The kernel distributes connections among them.
  ///
  /// - Returns: The sockets and their port.
  static func open(
    host: String, port: Int, count: Int
  ) throws(HTTPServerError) -> (sockets: [ListeningSocket], port: Int) {
    guard let number = UInt16(exactly: port) else { throw .portOutOfRange(port) }
    var address = try resolve(host: host, port: number)
    var sockets: [ListeningSocket] = []
    do throws(HTTPServerError) {
      // The first socket is bound exclusively, which fails if the port is in use. After that, the port is shared with
      // the other sockets.
      let first = try bind(address, isShared: false, host: host, port: port)
      sockets.append(first)
      let bound = try first.boundPort()
      address.setPort(bound)
      for _ in 1..<max(count, 1) {
        sockets.append(try bind(address, isShared: true, host: host, port: Int(bound)))
      }
      for socket in sockets { try socket.listen(host: host, port: Int(bound)) }
      return (sockets, Int(bound))
    } catch {
      for socket in sockets { socket.close() }
      throw error
    }
  }

  func close() {
    _ = Glibc.close(descriptor)
  }

  // MARK: Steps

  private struct Address {
    var storage: sockaddr_storage
    var length: socklen_t

    var family: Int32 { Int32(storage.ss_family) }

    mutating func setPort(_ port: UInt16) {
      let isIPv6 = family == AF_INET6
      withUnsafeMutablePointer(to: &storage) { storage in
        let raw = UnsafeMutableRawPointer(storage)
        if isIPv6 {
          raw.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_port = port.bigEndian
        } else {
          raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port = port.bigEndian
        }
      }
    }
  }

  private static func resolve(host: String, port: UInt16) throws(HTTPServerError) -> Address {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let outcome = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard outcome == 0, let found = list?.pointee, let source = found.ai_addr else {
      throw .hostUnknown(host, reason: String(cString: gai_strerror(outcome)).lowercasedFirst)
    }
    var address = Address(storage: sockaddr_storage(), length: found.ai_addrlen)
    withUnsafeMutableBytes(of: &address.storage) { storage in
      storage.copyMemory(
        from: UnsafeRawBufferPointer(start: source, count: Int(found.ai_addrlen)))
    }
    return address
  }

  private static func bind(
    _ address: Address, isShared: Bool, host: String, port: Int
  ) throws(HTTPServerError) -> ListeningSocket {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw .failed(reason(errno)) }
    let opened = ListeningSocket(descriptor: descriptor)
    // Connections of a server that ended recently don't block the port.
    opened.set(SO_REUSEADDR)
    if isShared { opened.set(SO_REUSEPORT) }
    let outcome = withUnsafePointer(to: address.storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(descriptor, $0, address.length)
      }
    }
    guard outcome == 0 else {
      let code = errno
      opened.close()
      throw error(code, host: host, port: port)
    }
    // The sockets form a group when they start to listen, if they're shared by then.
    if !isShared { opened.set(SO_REUSEPORT) }
    return opened
  }

  private func listen(host: String, port: Int) throws(HTTPServerError) {
    guard Glibc.listen(descriptor, SOMAXCONN) == 0 else {
      throw Self.error(errno, host: host, port: port)
    }
  }

  private func boundPort() throws(HTTPServerError) -> UInt16 {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let outcome = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard outcome == 0 else { throw .failed(Self.reason(errno)) }
    // The port is at the same offset in the addresses of both families.
    return withUnsafeBytes(of: &storage) { storage in
      UInt16(bigEndian: storage.load(fromByteOffset: 2, as: UInt16.self))
    }
  }

  private func set(_ option: Int32) {
    var on: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func error(_ code: Int32, host: String, port: Int) -> HTTPServerError {
    switch code {
    case EADDRINUSE: .portTaken(host: host, port: port)
    case EACCES: .portForbidden(host: host, port: port)
    case EADDRNOTAVAIL: .hostUnknown(host, reason: "this machine has no such address")
    default: .failed(reason(code))
    }
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercasedFirst
  }
}

extension String {
  /// The text for the middle of a sentence.
  fileprivate var lowercasedFirst: String {
    prefix(1).lowercased() + dropFirst()
  }
}
