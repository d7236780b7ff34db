package import CairnApplications
package import CairnDependencies

/// Records scenes in journals.
package struct JournalRecorder: Sendable {
  /// The maximum size of a journal, in bytes.
  private let limit: Int

  package init(limit: Int) {
    self.limit = limit
  }

  /// Prepares the dependencies of a scene.
  /// - Parameter isLocked: Whether the calling thread has the scene's lock.
  /// - Returns: What begins its recording, with the page that was made with the dependencies.
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
