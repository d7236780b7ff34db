import Testing
import Ways

/// The passwords of members aren't in anything that outlives the forms.
@Suite(.timeLimit(.minutes(30))) struct MemberSecretTests {
  @Test(.everyWay, arguments: MemberSecretFlow.allCases)
  func `The stores, the logs, and the pages contain no password and no unopened link`(
    flow: MemberSecretFlow
  ) async throws {
    try await MemberSecretSite.with { site in
      try await flow.run(at: site)
      try site.expectNoPassword()
    }
  }

  @Test(.withoutScript(.process), arguments: MemberSecretFlow.allCases)
  func `The journals and the generated tests contain no password`(flow: MemberSecretFlow)
    async throws
  {
    try await MemberSecretSite.with(recordsScenes: true) { site in
      try await flow.run(at: site)
      try site.expectNoPassword()
    }
  }
}
