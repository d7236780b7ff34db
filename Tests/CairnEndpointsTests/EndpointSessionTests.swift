import CairnFeatures
import CairnHTTP
import Testing

@testable import CairnEndpoints

/// Endpoints that use the session of a request.
@Suite struct EndpointSessionTests {
  private func site(owner: String? = nil) throws -> Site {
    try Site(owner: owner) {
      texting("none", .get, "/none")
      texting("optional", .get, "/optional").withSession()
      texting("owner", .get, "/owner").requiringOwner()
      texting("redirecting", .post, "/redirecting").requiringOwner(otherwise: "/sign in")
      texting("guarded", .get, "/guarded").guarded { $0.owner == "ann" }
      texting("both", .get, "/both").requiringOwner(otherwise: "/sign-in")
        .guarded(by: SessionGuard { $0.owner == "ann" }).withSession()
      Endpoint(.get, "/public") { _ in .text("public").header(.cacheControl, "max-age=60") }
        .withSession()
      Endpoint(.get, "/problem") { _ in throw HTTPProblem(status: .conflict) }.withSession()
    }
  }

  @Test(arguments: [("/none", "none"), ("/optional", "optional")], [nil, "ann"])
  func `An endpoint that doesn't require an owner always runs`(
    request: (path: String, text: String), owner: String?
  ) async throws {
    let answer = try await site(owner: owner).answer(request.path)
    #expect(answer.status == 200)
    #expect(answer.text == request.text)
  }

  @Test func `An endpoint that requires an owner runs for an owner`() async throws {
    let site = try site(owner: "ann")
    let answer = try await site.answer("/owner")
    #expect(answer.text == "owner")
    let other = try await site.answer(.post, "/redirecting")
    #expect(other.text == "redirecting")
  }

  @Test func `Without an owner, the response is a problem or a redirect`() async throws {
    let site = try site()
    let problem = try await site.answer("/owner")
    #expect(problem.status == 401)
    #expect(problem.headers["Content-Type"] == "application/problem+json")
    #expect(problem.headers["Cache-Control"] == "no-store")
    #expect(problem.headers["X-Content-Type-Options"] == "nosniff")
    let redirect = try await site.answer(.post, "/redirecting")
    #expect(redirect.status == 303)
    #expect(redirect.headers["Location"] == "/sign%20in")
    #expect(redirect.headers["Cache-Control"] == "private, no-store")
    #expect(redirect.text == "")
  }

  @Test(arguments: [("ann", 200), ("bob", 403), (nil, 401)])
  func `A guard admits only some sessions`(owner: String?, status: Int) async throws {
    let answer = try await site(owner: owner).answer("/guarded")
    #expect(answer.status == status)
    #expect((answer.text == "guarded") == (status == 200))
    #expect(answer.headers["Cache-Control"]?.contains("no-store") == true)
  }

  @Test(arguments: [("ann", 200), ("bob", 403), (nil, 303)])
  func `An endpoint with several guards runs only if all of them are open`(
    owner: String?, status: Int
  ) async throws {
    let answer = try await site(owner: owner).answer("/both")
    #expect(answer.status == status)
    #expect(answer.headers["Location"] == (owner == nil ? "/sign-in" : nil))
  }

  @Test func `Responses with a session aren't stored by caches`() async throws {
    let site = try site()
    #expect(try await site.answer("/none").headers["Cache-Control"] == "private, no-cache")
    #expect(try await site.answer("/optional").headers["Cache-Control"] == "private, no-store")
    #expect(try await site.answer("/public").headers["Cache-Control"] == "max-age=60")
    #expect(try await site.answer("/problem").headers["Cache-Control"] == "no-store")
  }

  @Test func `A response that sets the cookie is never stored by caches`() async throws {
    let answer = try await site().answer("/public", headers: ["New": "1"])
    #expect(answer.headers["Set-Cookie"] == "session=1")
    #expect(answer.headers["Cache-Control"] == "private, no-store")
  }
}
