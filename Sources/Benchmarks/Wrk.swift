import Foundation

/// What `wrk` measured in one run.
struct WrkResult {
  let requestsPerSecond: Double
  let requests: Double
  /// In milliseconds.
  let median: Double
  let percentile99: Double
}

/// Runs `wrk`, with two threads.
enum Wrk {
  static func run(
    port: UInt16, target: String, load: Load, headers: [String]
  ) throws -> WrkResult {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["wrk", "-t2", "-c\(load.connections)", "-d\(load.seconds)s", "--latency"]
      + headers.flatMap { ["-H", $0] } + ["http://127.0.0.1:\(port)\(target)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else {
      throw Failure("wrk failed: is it installed? scripts/benchmark installs it.")
    }
    if let line = text.split(separator: "\n").first(where: {
      $0.contains("Non-2xx") || $0.contains("Socket errors")
    }) {
      throw Failure("wrk saw other answers than pages:\(line)")
    }
    guard let perSecond = number("Requests/sec:", text), let median = time("50%", text),
      let percentile99 = time("99%", text), let requests = count(text)
    else { throw Failure("wrk printed something else than before:\n\(text)") }
    return WrkResult(
      requestsPerSecond: perSecond, requests: requests, median: median, percentile99: percentile99)
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

  /// Milliseconds of `1.23ms`, `870.00us` or `1.02s`.
  private static func time(_ label: String, _ text: String) -> Double? {
    guard let word = word(after: label, text) else { return nil }
    for (unit, factor) in [("us", 0.001), ("ms", 1), ("s", 1000)] where word.hasSuffix(unit) {
      return Double(word.dropLast(unit.count)).map { $0 * factor }
    }
    return nil
  }
}
