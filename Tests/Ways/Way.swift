import CairnTesting
import Foundation
import Testing

/// The way in which a user accesses a site.
package enum Way: String, CaseIterable, Sendable {
  /// Without a script, in the process of the server.
  case inProcess = "in process"
  /// Without a script, in the process of three servers that share their sessions. Each gets every third request.
  case severalServers = "on several servers"
  /// Without a script, over a socket.
  case http = "over HTTP"
  /// With the script.
  case chromium = "in Chromium"

  private static let areAllTaken = ProcessInfo.processInfo.environment["CAIRN_ALL_WAYS"] == "1"

  /// Whether browsers are in the process of the server.
  var isInProcess: Bool { self == .inProcess || self == .severalServers }

  /// The buttons that replace the script's automatic actions.
  package static let buttonsWithoutScript: Set = ["Apply", "Read the file", "Update"]

  /// The texts about what a browser can't do without the script.
  private static let textsWithoutScript: Set = [
    "Your browser's own Back button doesn't save them."
  ]

  /// Returns whether a button or a line of text is hidden from users with the script.
  package static func isHiddenByScript(_ text: String) -> Bool {
    buttonsWithoutScript.contains(text) || textsWithoutScript.contains(text)
  }

  /// Whether a flow runs in this way. With restarts, only a tenth of the flows run in Chromium, chosen
  /// by their names. Set `CAIRN_ALL_WAYS` to 1 to run all of them, which takes a quarter of an hour.
  ///
  /// A flow with ``OneServerTrait`` doesn't run on several servers. With restarts, each request has a new
  /// server anyway.
  func isTaken(by test: Test) -> Bool {
    switch self {
    case .inProcess, .http: true
    case .severalServers: !Restarts.areMade && !test.traits.contains { $0 is OneServerTrait }
    case .chromium: !Restarts.areMade || Self.areAllTaken || Self.isChosen(test.name)
    }
  }

  /// Returns whether a flow is one of the tenth that runs in Chromium with restarts.
  private static func isChosen(_ name: String) -> Bool {
    name.utf8.reduce(0) { ($0 &* 31) &+ Int($1) } % 10 == 0
  }
}

/// Whether the tests run in CI, which must have all tools.
package let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
