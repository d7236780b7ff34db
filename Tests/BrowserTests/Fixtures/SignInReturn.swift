import Cairn
import CairnServer
import Foundation

/// A site whose users sign in with a provider, as described in the article about endpoints.
struct MembersApp: App {
  var body: some Scene { WindowGroup { MembersView() } }
}

private struct MembersView: View {
  @Dependency(\.session) var session

  var body: some View {
    VStack {
      Text("User: \(session.owner ?? "nobody")")
      Link("Sign in", to: "sign-in")
    }
    .navigationTitle("Members")
  }
}

struct IdentityProvider: Sendable {
  /// Returns the URL to sign in at.
  var url: @Sendable (_ state: String) -> String
  /// Exchanges the code for the key of the user.
  var user: @Sendable (_ code: String) async throws -> String

  /// A code with characters that have another meaning in a query.
  static let code = "4/a+b&c=d%20e"

  /// Creates a provider that is another site.
  /// - Parameters:
  ///   - origin: The origin of the provider, which has the page ``OtherSite/signIn``.
  ///   - target: The URL to return to.
  init(at origin: String, returningTo target: String) {
    url = { "\(origin)/authorize?state=\($0)&target=\(target)" }
    user = { code in
      guard code == Self.code else { throw HTTPProblem(status: .forbidden) }
      return "ann"
    }
  }
}

@EndpointBuilder func signIn(with provider: IdentityProvider) -> [Endpoint] {
  Endpoint(.get, "/sign-in") { _ in
    @Shared(.session("signInState")) var state: String?
    let new = UUID().uuidString
    $state.withLock { $0 = new }
    return .redirect(to: provider.url(new))
  }
  .withSession()
  Endpoint(.get, "/sign-in/return") { request in
    @Shared(.session("signInState")) var state: String?
    @Dependency(\.session) var session
    guard let expected = state, try request.query("state", as: String.self) == expected else {
      throw HTTPProblem(status: .forbidden, detail: "Sign in again.")
    }
    let user = try await provider.user(try request.query("code", as: String.self))
    session.signIn(as: user)
    $state.withLock { $0 = nil }
    return .redirect(to: "/")
  }
  .withSession()
}

@EndpointBuilder func signInByForm(with provider: IdentityProvider) -> [Endpoint] {
  signIn(with: provider)
  Endpoint(.post, "/sign-in/return", body: .form) { request in
    let form = try request.form()
    let query = try ["state", "code"].map { name in
      let value = try form(name).addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      return "\(name)=\(value ?? "")"
    }
    return .redirect(to: "/sign-in/return?" + query.joined(separator: "&"))
  }
  .acceptingOtherSites()
}

extension OtherSite {
  /// The page of a provider at which a user signs in. Its form returns to the URL `target` in the query.
  static let signIn = Endpoint(.get, "/authorize") { request in
    page(
      to: try request.query("target"),
      [
        ("state", try request.query("state")),
        ("code", IdentityProvider.code.replacing("&", with: "&amp;")),
      ])
  }
}
