import CairnServer
import Foundation
import Testing

@testable import WebDriver

/// Runs the checks of the script's modules in `Modules/`, in a page without an application.
@Suite("Browser: the modules of the script")
struct ModuleTests {
  private struct Check: Decodable {
    let name: String
    let failure: String?
  }

  /// The folders with the original modules and their checks, which are served together.
  private static let folders: [String] = {
    let tests = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["../../Public", "Modules"].map { tests.appending(path: $0).standardizedFileURL.path }
  }()

  @Test func `All checks of the modules succeed`() async throws {
    let server = try ServerOfTest { settings, sessions in
      var settings = settings
      settings.publicDirectories = Self.folders
      return try Server(settings: settings, sessions: sessions) { Mount("/", SamplesApp.self) }
    }
    let result = await Result {
      try await Chromium.run { chromium in
        try await chromium.open("http://127.0.0.1:\(server.port)/public/blank.html")
        return try await chromium.evaluate(
          "import('/public/checks.js').then(async ({ run }) => JSON.stringify(await run()))"
        ).string
      }
    }
    await server.stop()
    let checks = try JSONDecoder().decode(
      [Check].self, from: Data(try #require(try result.get()).utf8))
    #expect(checks.count > 60)
    for check in checks {
      if let failure = check.failure { Issue.record("\(check.name): \(failure)") }
    }
  }
}

extension Result where Failure == any Error {
  /// Captures the result or error of a closure.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
