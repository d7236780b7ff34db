import Foundation
import Glibc
import Synchronization

/// A connection to Firefox that accepts WebDriver commands by name, one at a time.
///
/// A Marionette message consists of its length in bytes, a colon, and a list. The list contains the
/// type (0 for a request, 1 for a response), a number, the command or an error, and the parameters or
/// result.
final class Marionette: Sendable {
  private struct Connection: ~Copyable {
    let socket: FileHandle
    var received = Data()
    var count = 0
  }

  private let connection: Mutex<Connection>

  init(port: Int) async throws {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let isConnected = withUnsafeBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { addresses in
        connect(descriptor, addresses.baseAddress, socklen_t(bytes.count)) == 0
      }
    }
    guard isConnected else {
      throw WebDriverError(code: "no connection", message: String(cString: strerror(errno)))
    }
    let socket = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    connection = Mutex(Connection(socket: socket))
    try await perform { _ = try Self.receive(&$0) }
    try await send("WebDriver:NewSession", ["capabilities": ["alwaysMatch": [:]]])
  }

  /// Sends a command and waits for its response.
  @discardableResult
  func send(_ command: String, _ parameters: JSON) async throws -> JSON {
    let answer = try await perform { connection in
      connection.count += 1
      let message = try JSONEncoder().encode(
        JSON.array([0, .number(Double(connection.count)), .string(command), parameters]))
      try connection.socket.write(contentsOf: Data("\(message.count):".utf8) + message)
      return try Self.receive(&connection)
    }
    let parts = answer.array
    guard parts.count == 4 else { throw WebDriverError(code: "no answer", message: "\(answer)") }
    if let code = parts[2]["error"].string {
      throw WebDriverError(code: code, message: parts[2]["message"].string ?? "")
    }
    return parts[3]
  }

  /// Runs a closure on a separate thread, because sockets block.
  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable (inout Connection) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { [self] in
        continuation.resume(with: Result { try connection.withLock { try body(&$0) } })
      }
    }
  }

  private static func receive(_ connection: inout Connection) throws -> JSON {
    while true {
      if let colon = connection.received.firstIndex(of: UInt8(ascii: ":")),
        let count = Int(String(decoding: connection.received[..<colon], as: UTF8.self)),
        connection.received[colon...].count > count
      {
        let message = connection.received[colon...].dropFirst().prefix(count)
        connection.received = Data(connection.received[message.endIndex...])
        return try JSONDecoder().decode(JSON.self, from: Data(message))
      }
      let data = connection.socket.availableData
      guard !data.isEmpty else {
        throw WebDriverError(code: "no connection", message: "Firefox has ended")
      }
      connection.received += data
    }
  }
}

extension Marionette {
  /// Runs a command in chromedriver's form: its method, the path below the session's path, and its
  /// body.
  func command(_ method: String, _ path: String, _ body: JSON?) async throws -> JSON {
    var names = path.split(separator: "/").map(String.init)
    var parameters: [String: JSON] = if case .object(let members) = body { members } else { [:] }
    if names.first == "element", names.count > 2 {
      let key = names[2] == "elements" ? "element" : "id"
      parameters[key] = .string(names.remove(at: 1))
      if names.count > 2 { parameters["name"] = .string(names.removeLast()) }
    }
    let name = ([method] + names).joined(separator: " ")
    guard let command = Self.commands[name] else {
      throw WebDriverError(code: "unknown command", message: "\(method) \(path)")
    }
    let result = try await send("WebDriver:\(command)", .object(parameters))
    if case .object(let members) = result, let value = members["value"] { return value }
    return result
  }

  private static let commands = [
    "POST url": "Navigate", "GET url": "GetCurrentURL", "GET title": "GetTitle",
    "GET source": "GetPageSource", "GET cookie": "GetCookies",
    "POST back": "Back", "POST forward": "Forward", "POST refresh": "Refresh",
    "GET window": "GetWindowHandle", "GET window handles": "GetWindowHandles",
    "POST window": "SwitchToWindow", "POST window new": "NewWindow",
    "DELETE window": "CloseWindow",
    "POST elements": "FindElements", "POST element elements": "FindElements",
    "POST element click": "ElementClick", "POST element value": "ElementSendKeys",
    "POST element clear": "ElementClear", "GET element text": "GetElementText",
    "GET element attribute": "GetElementAttribute", "GET element property": "GetElementProperty",
    "GET element selected": "IsElementSelected",
    "POST actions": "PerformActions", "POST execute": "ExecuteScript",
  ]
}
