/// A server that runs scenes while it has their leases.
package protocol SceneRunner: AnyObject, Sendable {
  /// Ends the effects of a scene, because another server asks for its lease.
  ///
  /// - Parameter completion: Called once, perhaps under a lock. Its parameter is `true` if no effect of the scene is
  ///   running and its latest state is stored. It's `false` if a request is using the scene. The other server then
  ///   asks again.
  func endWork(of scene: LeasedScene, completion: @escaping @Sendable (_ hasEnded: Bool) -> Void)

  /// Ends the effects of the scenes whose ``LeaseTerm`` is over.
  func endOverdueScenes()
}
