import CairnTesting
import Foundation

/// How a user comes to a site.
package enum Way: String, CaseIterable, Sendable {
  /// Without a script, in the process of the server.
  case inProcess = "in process"
  /// Without a script, over a socket.
  case http = "over HTTP"
  /// With the script.
  case chromium = "in Chromium"

  private static let areAllTaken = ProcessInfo.processInfo.environment["CAIRN_ALL_WAYS"] == "1"

  /// The buttons for what the script does by itself.
  package static let buttonsWithoutScript: Set = ["Apply", "Read the file", "Update"]

  /// Whether a flow is taken this way. Of those with restarts in Chromium a fifth is, and all where `CAIRN_ALL_WAYS`
  /// is 1: that takes a quarter of an hour.
  func isTaken(by name: String) -> Bool {
    guard self == .chromium, Restarts.areMade, !Self.areAllTaken else { return true }
    return name.utf8.reduce(0) { ($0 &* 31) &+ Int($1) } % 5 == 0
  }
}

/// Whether what takes long is done as well.
package let isCI = ProcessInfo.processInfo.environment["CI"] == "true"
