internal import IssueReporting

/// Sets default values for the whole process or, in a test, for that test.
///
/// Call it when the application starts, before other code reads the dependencies:
///
/// ```swift
/// try prepareDependencies {
///   $0.database = try openDatabase(at: path)
/// }
/// ```
///
/// If a default value was already used or prepared, it doesn't change, and an issue is reported. You can't
/// prepare the context.
public func prepareDependencies(
  _ updateValues: (inout DependencyValues) throws -> Void,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) rethrows {
  let current = DependencyValues._current
  var fresh = DependencyValues()
  fresh.context = current.context
  fresh.caches = current.caches
  let prepared = try fresh.preparing(updateValues)
  let cache = (prepared.caches ?? .current)[current.context]
  let refused = prepared.storage.count { id, box in !cache.prepare(box, for: id) }
  if refused > 0 {
    reportIssue(
      """
      \(refused) of the prepared dependencies were already used or prepared.

      Their values weren't changed. Call 'prepareDependencies' once when the application starts, before \
      any code reads a dependency. To override a dependency for a part of the application, use \
      'withDependencies'.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
