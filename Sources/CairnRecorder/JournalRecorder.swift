package import CairnApplications
package import CairnDependencies

/// A recorder that writes journals of scenes.
package struct JournalRecorder: Sendable {
  /// The maximum size of a journal, in bytes.
  private let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// Prepares the dependencies of a scene for recording.
  /// - Parameter isLocked: Returns whether the calling thread holds the scene's lock.
  /// - Returns: A function that starts the recording of a page. The page must have been created with the
  ///   dependencies.
  package func prepare(
    _ dependencies: inout DependencyValues, isLocked: @escaping @Sendable () -> Bool
  ) -> (ScenePage, Mount) -> SceneRecorder {
    let (date, drawn) = (dependencies.date, DrawnValues(isLocked))
    dependencies = drawn.listening(to: dependencies)
    return { [limit] page, mount in
      SceneRecorder(page, mount: mount, drawn: drawn, limit: limit, now: { date() })
    }
  }
}
