import Cairn

extension SessionGuard {
  /// Admits the sessions of members whose sign-in hasn't ended, according to the database.
  static let members = SessionGuard { _ in
    @Shared(.session("member")) var signedIn: SignedIn?
    @Dependency(\.members) var members
    return members.member(of: signedIn) != nil
  }
}
