/// A session store with leases, which determine on which of several servers the effects of a scene run.
///
/// A server has a scene in memory only while it has the scene's lease. The following rules ensure that two servers never
/// run a scene at the same time:
///
/// - A server gets the lease of a scene before it loads the scene.
/// - A transaction that creates a scene also gets its lease.
/// - A server gives up a lease only after the scene's effects have ended.
/// - The leases of a server end with its ``LeaseTerm``, for example if the server is killed or stopped. The server's own
///   clock shows this earlier than the store.
/// - A transaction can't write a scene whose lease another server has.
package protocol LeasingSessionStore: SessionStore {
  /// Returns a holder of leases for a server.
  func makeLeaseHolder() -> any LeaseHolder
}
