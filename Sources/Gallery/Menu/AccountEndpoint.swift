import Cairn
import CairnServer

extension TreeMenuApp {
  /// The account of the user who has signed in, for scripts and other programs.
  @EndpointBuilder static var endpoints: [Endpoint] {
    Endpoint(.get, "/account.json") { _ in
      @Dependency(\.session) var session
      return .json(["email": session.owner])
    }
    .requiringOwner()
  }
}
