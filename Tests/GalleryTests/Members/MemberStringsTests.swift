import CairnTesting
import Foundation
import Testing

@testable import Gallery

/// The string catalog of the sample of accounts.
@Suite struct MemberStringsTests {
  @Test func `All texts of the sample are translated, and used`() {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let sources = root.standardized.appending(path: "Sources/Gallery/Members")
    expectCompleteStrings(of: MembersApp.self, sources: [sources.path(percentEncoded: false)])
  }
}
