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

  /// Returns the current term, for a scene that a transaction creates. It's over if there is no current term.
  func term(of session: StoredSession.ID) -> LeaseTerm

  /// Gives up all leases. Call this method when no scene is running anymore.
  func leave()
}
