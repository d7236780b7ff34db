import CairnTesting
import Testing
import Ways

extension LedgerSite {
  /// Opens a page, and signs in.
  func browser(at path: String, as name: String = "ann") async throws -> Browser {
    let browser = try await flow.browser(at: path)
    try await browser.signIn(as: name)
    return browser
  }
}

extension Browser {
  /// Fills in the form of a closed guard, and submits it.
  func signIn(as name: String = "ann") async throws {
    try fill("Name", with: name)
    try await click("Sign in")
  }
}
