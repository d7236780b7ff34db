/// A server that shares a store with leases.
package protocol LeaseHolder: AnyObject, Sendable {
  /// The server's ID, which its transactions contain. See ``SessionTransaction/leaseHolder``.
  var id: LeaseHolderID { get }

  /// Sets the server's scenes, which aren't retained. Call this method once, before the others.
  func begin(_ runner: any SceneRunner)

  /// Gets the lease of a scene.
  ///
  /// If another server has it, that server is asked for it. If it doesn't respond, the lease is taken when its term is
  /// over. A scene that isn't stored needs no lease. It gets one with the transaction that creates it.
  ///
  /// - Parameter completion: Called once, on any thread, with the lease or a failure. It must be quick.
  func claim(
    _ scene: LeasedScene,
    completion: @escaping @Sendable (Result<Lease, SessionStoreError>) -> Void)

  /// Gets the lease of a scene, unless another server has it. That server keeps it, and isn't asked for it.
  ///
  /// - Parameter completion: Called once, on any thread, with the lease, with `nil` if another server has it, or with a
  ///   failure. It must be quick.
  func claimIfFree(
    _ scene: LeasedScene,
    completion: @escaping @Sendable (Result<Lease?, SessionStoreError>) -> Void)

  /// Gives up the lease of a scene that isn't in memory anymore, and whose effects have ended. Any server can get it.
  ///
  /// If a request is loading the scene again, the server keeps the lease.
  func giveUp(_ scene: LeasedScene)

  /// Returns the current term, for a scene that a transaction creates. It's over if there is no current term.
  func term(of session: StoredSession.ID) -> LeaseTerm

  /// Gives up all leases. Call this method when no scene is running anymore.
  func leave()
}
