import Glibc

/// Sends hostile inputs to a server on this machine, and measures their cost. It blocks its thread.
public struct HostileClient {
  public let port: Int
  /// The server's process.
  public let process: Int32

  public init(port: Int, process: Int32) {
    self.port = port
    self.process = process
  }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Returns the server's processor time per megabyte of an input, in milliseconds. It's the minimum of several
  /// measurements, because other work on the machine adds to the time of some of them.
  ///
  /// For an input in the head of page requests, this is the cost beyond equally many requests without the input. The
  /// cost of the pages themselves is subtracted.
  public func cost(
    of input: HostileInput, bytes: Int = 1_000_000, measurements: Int = 1
  ) throws -> Double {
    let host = "127.0.0.1:\(port)"
    let requests = input.requests(bytes: bytes, host: host)
    let plain = input.plainRequests(bytes: bytes, host: host)
    var least = Int.max
    var leastPlain = Int.max
    // Both kinds alternate, so that a slow period affects both.
    for _ in 0..<measurements {
      least = min(least, try time(of: requests))
      leastPlain = min(leastPlain, try time(of: plain))
    }
    let sent = requests.reduce(0) { $0 + $1.count } - plain.reduce(0) { $0 + $1.count }
    return Double(max(0, least - leastPlain)) / Double(sent)
  }

  private func time(of requests: [[UInt8]]) throws -> Int {
    let before = try processorTime()
    for request in requests { try send(request) }
    return try processorTime() - before
  }

  /// Sends a request on its own connection, and reads until the response is complete or the server closes the
  /// connection.
  private func send(_ request: [UInt8]) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var limit = timeval(tv_sec: 300, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    let outcome = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard outcome == 0 else { throw Failure(description: "no connection to port \(port)") }
    Self.send(request, on: descriptor)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count > 0 { continue }
      guard count == 0 || errno == ECONNRESET else {
        throw Failure(description: "no answer for five minutes")
      }
      return
    }
  }

  /// Sends bytes on a connection until the server rejects them.
  public static func send(_ bytes: [UInt8], on descriptor: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Returns the processor time of all the server's threads, in nanoseconds.
  private func processorTime() throws -> Int {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw Failure(description: "no process \(process)")
    }
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
