import Foundation

@testable import WebDriver

extension Chromium {
  /// Lets a test save files in a temporary folder.
  func withDownloads(_ test: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await devTools(
      "Browser.setDownloadBehavior",
      ["behavior": "allow", "downloadPath": .string(folder.path)])
    try await test(folder)
    try await devTools("Browser.setDownloadBehavior", ["behavior": "default"])
  }
}
