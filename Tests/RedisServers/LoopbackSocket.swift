import Foundation

/// TCP sockets on this machine.
enum LoopbackSocket {
  /// Returns a socket that accepts connections on a free port, or `nil` if there is none.
  static func listen() -> (descriptor: Int32, port: Int)? {
    let descriptor = create()
    let (isListening, port) = withAddress(port: 0) { address, size in
      bind(descriptor, address, size) == 0 && Foundation.listen(descriptor, 64) == 0
        && getsockname(descriptor, address, &size) == 0
    }
    guard isListening else {
      close(descriptor)
      return nil
    }
    return (descriptor, port)
  }

  /// Waits for a connection, and returns its socket. Returns `nil` after the listening socket was shut down.
  static func accept(on listener: Int32) -> Int32? {
    while true {
      let descriptor = Foundation.accept(listener, nil, nil)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        sendImmediately(descriptor)
        return descriptor
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Returns a socket that's connected to a port, or `nil` if that's not possible.
  static func connect(to port: Int) -> Int32? {
    let descriptor = create()
    let (isConnected, _) = withAddress(port: port) { address, size in
      Foundation.connect(descriptor, address, size) == 0
    }
    guard isConnected else {
      close(descriptor)
      return nil
    }
    sendImmediately(descriptor)
    return descriptor
  }

  /// Receives bytes until the end of a connection.
  static func receive(from descriptor: Int32, _ handle: ([UInt8]) -> Void) {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        initialized = max(count, 0)
      }
      if count > 0 {
        handle(bytes)
      } else if count == 0 || errno != EINTR {
        return
      }
    }
  }

  /// Sends bytes. If the connection has ended, they are lost.
  static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }

  private static func create() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }

  /// Without this, the system may wait for more bytes.
  private static func sendImmediately(_ descriptor: Int32) {
    var isOn: Int32 = 1
    setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Calls a body with an address. Returns its result, and the port of the address afterwards.
  private static func withAddress(
    port: Int, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Bool
  ) -> (Bool, port: Int) {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isDone = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &size) }
    }
    return (isDone, Int(UInt16(bigEndian: address.sin_port)))
  }
}
