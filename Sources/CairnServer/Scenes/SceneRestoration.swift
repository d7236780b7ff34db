/// The result of restoring a scene from the store.
enum SceneRestoration: Sendable {
  case scene(LiveScene)
  /// The scene can't be read, or its application is no longer served.
  case unreadable
  /// The scene must be loaded again, because another server has changed it in the meantime.
  case outdated
  /// The store has failed.
  case failed
}
