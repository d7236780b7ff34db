public import CairnSessions
import IssueReporting

/// A check that a store keeps one promise of `SessionStore`.
///
/// To test your own store, run all checks on it. For example, with Swift Testing:
///
/// ```swift
/// @Test(arguments: SessionStoreCheck.all)
/// func `The store keeps its promises`(check: SessionStoreCheck) async throws {
///   try await check.run { try MyStore(path: temporaryPath()) }
/// }
/// ```
///
/// Each broken promise is reported as an issue at the line that calls `run`, so the checks also work with XCTest.
public struct SessionStoreCheck: Sendable {
  /// A description of the promise.
  public let promise: String
  let body: @Sendable (CheckedStore) async throws -> Void

  init(_ promise: String, _ body: @escaping @Sendable (CheckedStore) async throws -> Void) {
    self.promise = promise
    self.body = body
  }

  /// The checks for all promises that can be tested in a single process.
  public static let all: [SessionStoreCheck] =
    commits + conflicts + values + submissions + limits + byteLimits + clients + renamings + owners
    + removals + expiries + concurrency + endings + announcements

  /// Checks whether a store keeps the promise.
  ///
  /// - Parameter makeStore: Returns an empty store, which is closed at the end.
  /// - Throws: Errors of `makeStore`, and unexpected errors of the store.
  public func run(
    on makeStore: () async throws -> any SessionStore,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws {
    try await run(on: makeStore()) { message in
      reportIssue(
        "A session store breaks its promise: \(promise).\n\n\(message)",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Checks whether a store keeps the promise, reports violations to `report`, and closes the store.
  package func run(
    on store: any SessionStore, report: @escaping @Sendable (String) -> Void
  ) async throws {
    let result: Result<Void, any Error>
    do {
      result = .success(try await body(CheckedStore(store: store, report: report)))
    } catch {
      result = .failure(error)
    }
    await store.close()
    try result.get()
  }
}

extension SessionStoreCheck: CustomStringConvertible {
  public var description: String { promise }
}
