/// An input that is designed to be expensive to read. Tests and benchmarks share the list.
public struct HostileInput: Sendable, CustomStringConvertible {
  public let description: String
  /// The part of the request that contains the input.
  let place: Place

  enum Place: Sendable {
    case body(type: String, @Sendable (_ size: Int) -> [UInt8])
    /// The path and the query, without the first slash.
    case target(@Sendable (_ size: Int) -> String)
    case field(String, @Sendable (_ size: Int) -> String)
  }

  /// An ordinary form, to which the others are compared.
  public static let ordinary = HostileInput(
    "an ordinary form",
    .urlencoded { size in
      fields(of: size) { number in
        "f\(number)=" + String(repeating: "some+text%2C+typed.+", count: 50)
      }
    })

  init(_ description: String, _ place: Place) {
    self.description = description
    self.place = place
  }

  /// All hostile inputs.
  public static let all = urlencoded + multipart + targets + fields

  /// Returns requests that together contain approximately a number of bytes of the input.
  /// - Parameter host: The host of the requests.
  func requests(bytes: Int, host: String) -> [[UInt8]] {
    let head = "Host: \(host)\r\nOrigin: http://\(host)\r\nConnection: close\r\n"
    switch place {
    case .body(let type, let make):
      let body = make(min(bytes, Self.largestBody))
      let request =
        Array(
          "POST /counters HTTP/1.1\r\n\(head)Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
            .utf8) + body
      return Array(repeating: request, count: max(1, bytes / Self.largestBody))
    case .target(let make):
      let request = Array("GET /\(make(Self.largestTarget)) HTTP/1.1\r\n\(head)\r\n".utf8)
      return Array(repeating: request, count: max(1, bytes / Self.largestTarget))
    case .field(let name, let make):
      let value = make(Self.largestField)
      let request = Array("GET /counters HTTP/1.1\r\n\(head)\(name): \(value)\r\n\r\n".utf8)
      return Array(repeating: request, count: max(1, bytes / Self.largestField))
    }
  }

  /// Returns the same number of requests without the input, or an empty array if the input is a body.
  func plainRequests(bytes: Int, host: String) -> [[UInt8]] {
    if case .body = place { return [] }
    let request = Array(
      "GET /counters HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n".utf8)
    return requests(bytes: bytes, host: host).map { _ in request }
  }

  /// The maximum number of bytes that the server reads.
  private static let largestBody = 1_000_000
  private static let largestTarget = 8_000
  private static let largestField = 15_000

  /// Returns joined fields with approximately a total size.
  static func fields(of size: Int, _ field: (Int) -> String) -> [UInt8] {
    var bytes: [UInt8] = []
    var number = 0
    while bytes.count < size {
      bytes += (number == 0 ? "" : "&").utf8
      bytes += field(number).utf8
      number += 1
    }
    return Array(bytes.prefix(size))
  }

  /// Returns a repeated text with approximately a total size.
  static func text(_ part: String, _ size: Int) -> String {
    String(repeating: part, count: max(1, size / part.utf8.count))
  }

  static func percentEncoded(_ part: String, _ size: Int) -> String {
    let encoded = part.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
    return text(encoded, size)
  }
}

extension HostileInput.Place {
  static func urlencoded(_ make: @escaping @Sendable (Int) -> [UInt8]) -> Self {
    .body(type: "application/x-www-form-urlencoded", make)
  }

  static func multipart(
    boundary: String = "BOUND", _ make: @escaping @Sendable (Int) -> String
  ) -> Self {
    .body(type: "multipart/form-data; boundary=\(boundary)") { Array(make($0).utf8) }
  }
}
