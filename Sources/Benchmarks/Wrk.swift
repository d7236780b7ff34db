import Foundation

/// The results of one run of `wrk`.
struct WrkResult {
  let requestsPerSecond: Double
  let requests: Double
  /// The median response time, in milliseconds.
  let median: Double
  /// The 99th percentile of the response times, in milliseconds.
  let percentile99: Double
}

/// A namespace for running `wrk` with two threads.
///
/// It runs as a batch job (`SCHED_BATCH`). Real browsers run on other machines, so the measuring process must not
/// interrupt the server for each response.
enum Wrk {
  /// The target and the header fields of a request.
  struct Request {
    let target: String
    let fields: [(name: String, value: String)]
  }

  /// Sends the requests in order, again and again.
  static func run(port: UInt16, requests: [Request], load: Load) throws -> WrkResult {
    let script = FileManager.default.temporaryDirectory
      .appending(path: "cairn-benchmark-\(UUID().uuidString).lua")
    try Self.script(requests).write(to: script, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: script) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "chrt", "--batch", "0", "wrk", "-t2", "-c\(load.connections)", "-d\(load.seconds)s",
      "--latency", "-s", script.path, "http://127.0.0.1:\(port)",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failure("wrk failed. If it isn't installed, run scripts/benchmark, which installs it.")
    }
    if let line = text.split(separator: "\n").first(where: {
      $0.contains("Non-2xx") || $0.contains("Socket errors")
    }) {
      throw Failure("wrk received responses that aren't pages:\(line)")
    }
    guard let perSecond = number("Requests/sec:", text), let median = time("50%", text),
      let percentile99 = time("99%", text), let requests = count(text)
    else { throw Failure("The output of wrk has an unexpected format:\n\(text)") }
    return WrkResult(
      requestsPerSecond: perSecond, requests: requests, median: median, percentile99: percentile99)
  }

  /// Returns a script that formats all requests before the first is sent. Each of the two threads has its own share.
  private static func script(_ requests: [Request]) -> String {
    let list = requests.map { request in
      let fields = request.fields.map { "[\"\($0.name)\"] = \"\($0.value)\"" }
      return "  {\"\(request.target)\", {\(fields.joined(separator: ", "))}},"
    }
    return """
      local wanted = {
      \(list.joined(separator: "\n"))
      }
      local made, next, threads = {}, 0, 0
      function setup(thread)
        thread:set("share", threads)
        threads = threads + 1
      end
      function init()
        for i, one in ipairs(wanted) do
          if #wanted == 1 or i % 2 == share then
            made[#made + 1] = wrk.format("GET", one[1], one[2])
          end
        end
      end
      function request()
        next = next % #made + 1
        return made[next]
      end
      """
  }

  private static func word(after label: String, _ text: String) -> Substring? {
    text.split(separator: "\n").compactMap { line -> Substring? in
      let words = line.split(separator: " ")
      return words.first == Substring(label) ? words.dropFirst().first : nil
    }
    .first
  }

  private static func number(_ label: String, _ text: String) -> Double? {
    word(after: label, text).flatMap { Double($0) }
  }

  private static func count(_ text: String) -> Double? {
    text.split(separator: "\n").first { $0.contains(" requests in ") }
      .flatMap { $0.split(separator: " ").first }.flatMap { Double($0) }
  }

  /// Parses `1.23ms`, `870.00us`, or `1.02s`, and returns milliseconds.
  private static func time(_ label: String, _ text: String) -> Double? {
    guard let word = word(after: label, text) else { return nil }
    for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1000)] where word.hasSuffix(unit) {
      return Double(word.dropLast(unit.count)).map { $0 * factor }
    }
    return nil
  }
}
