public import CairnSessions
import IssueReporting

/// One promise of `SessionStore`, and how to see whether a store keeps it.
///
/// Whoever writes a store runs all of them on it. With Swift Testing:
///
/// ```swift
/// @Test(arguments: SessionStoreCheck.all)
/// func keepsPromise(check: SessionStoreCheck) async throws {
///   try await check.run { try MyStore(path: temporaryPath()) }
/// }
/// ```
///
/// What a store does not keep is a reported issue at the line of `run`, so the checks work with
/// XCTest as well.
public struct SessionStoreCheck: Sendable {
  /// The promise, in words.
  public let promise: String
  let body: @Sendable (CheckedStore) async throws -> Void

  init(_ promise: String, _ body: @escaping @Sendable (CheckedStore) async throws -> Void) {
    self.promise = promise
    self.body = body
  }

  /// All promises that can be seen from one process.
  public static let all: [SessionStoreCheck] =
    commits + conflicts + values + submissions + limits + byteLimits + clients + renamings + owners
    + removals + concurrency + endings

  /// Sees whether a store keeps the promise.
  ///
  /// - Parameter makeStore: Makes an empty store. It is closed at the end.
  /// - Throws: What making the store throws, and failures of the store where none may be.
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

  /// Tells `report` what the store does not keep, and closes it.
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
