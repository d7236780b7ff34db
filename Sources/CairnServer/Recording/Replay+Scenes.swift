package import CairnApplications
package import CairnDependencies
import CairnFeatures
package import CairnRecorder

extension Replay {
  /// Runs a journal on an application, and returns the differences. Returns `nil` if the results are equal.
  /// - Throws: An error that explains in one line why the journal can't be run.
  package static func differences(
    of journal: String, on mount: Mount,
    withDependencies prepareDependencies: (inout DependencyValues) -> Void
  ) throws -> String? {
    let report = try report(
      on: Journal(bytes: Array(journal.utf8)), of: mount,
      dependencies: dependencies(prepareDependencies))
    return report.differences.isEmpty ? nil : report.text
  }

  /// Runs a journal on a new scene of an application.
  /// - Throws: ``JournalError`` if the journal wasn't recorded from the application.
  package static func report(
    on journal: Journal, of mount: Mount, dependencies: DependencyValues
  ) throws(JournalError) -> Report {
    let replay = try Replay(journal)
    let scene = LiveScene(
      mount: mount, record: nil, dependencies: replay.redrawing(dependencies),
      activity: .withoutEffects)
    defer { scene.end() }
    let report = scene.withLock { access in
      Result { () throws(JournalError) in try replay.run(on: access.scene.page) }
    }
    return try report.get()
  }
}
