import Foundation
import Testing

/// Tests wait for events instead of sleeping, because a busy machine may take any length of time.
@Suite struct WaitingTests {
  /// The files in which tests may sleep, and the reasons.
  private static let exceptions = [
    "CairnDependenciesTests/EffectActivityTests.swift": "It tests the system's clocks.",
    "CairnHTTPTests/TestServer.swift": "The server's threads don't report what they do.",
    "CairnSQLiteTests/KillTests.swift": "It kills a process at a random time.",
    "CairnServerTests/Requests/UploadTests.swift": "The server doesn't report that it frees space.",
    "DocumentationTests/WaitingTests.swift": "It contains examples.",
    "GalleryTests/Stores/KillTests.swift": "It kills a process at a random time.",
    "WebDriver/Chromium+Elements.swift": "The driver doesn't report changes of a page.",
    "WebDriver/Chromium+Pages.swift": "The driver doesn't report changes of a page.",
    "WebDriver/MeasuredBrowser.swift": "The driver doesn't report changes of a page.",
  ]

  @Test func `Sleeps are found, except those that never end`() {
    let code = """
      try await Task.sleep(for: .milliseconds(20))
      try await Task.sleep(for: .seconds(86_400))  // It waits until it's canceled.
      try await ContinuousClock().sleep(for: .seconds(5))
      try await SystemClock(SuspendingClock()).sleep(for: .milliseconds(1))
      try await clock.sleep(for: .seconds(1))
      usleep(100)
      // usleep(100)
      queue.asyncAfter(deadline: .now() + 1) {}
      """
    #expect(
      Self.sleeps(in: code) == [
        "Task.sleep(for: .milliseconds(20))", "ContinuousClock().sleep(for: .seconds(5))",
        "SuspendingClock()).sleep(for: .milliseconds(1))", "usleep(100)",
        "asyncAfter(deadline: .now() + 1) {}",
      ])
  }

  @Test func `Tests don't sleep`() throws {
    let folder = Page.url("Tests")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.contains("/.") }
    var found: Set<String> = []
    for path in paths {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      let sleeps = Self.sleeps(in: text)
      guard !sleeps.isEmpty else { continue }
      found.insert(path)
      #expect(Self.exceptions[path] != nil, "\(path) sleeps: \(sleeps)")
    }
    #expect(paths.count > 500)
    #expect(Set(Self.exceptions.keys).subtracting(found) == [], "These files don't sleep.")
  }

  /// Returns the code from each sleep to the end of its line. A sleep of an hour or more means that a task never ends.
  private static func sleeps(in text: String) -> [String] {
    let sleep =
      /(Task\.sleep|Thread\.sleep|\b(u|nano)sleep|asyncAfter|(Continuous|Suspending)Clock\(\)[\w.)]*\.sleep)\(.*/
    return text.replacing(/\/\/.*/, with: "").matches(of: sleep).map { String($0.output.0) }
      .filter { code in
        let seconds = code.firstMatch(of: /\.seconds\(([\d_]+)\)/)?.output.1
        return seconds.flatMap { Int($0.replacing("_", with: "")) }.map { $0 < 3600 } ?? true
      }
  }
}
