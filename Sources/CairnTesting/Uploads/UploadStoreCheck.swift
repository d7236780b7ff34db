public import Cairn
import Foundation
import IssueReporting

/// A check that a store for uploaded files keeps one promise of `UploadStore`.
///
/// To test your own store, run all checks on it. For example, with Swift Testing:
///
/// ```swift
/// @Test(arguments: UploadStoreCheck.all)
/// func `The store keeps its promises`(check: UploadStoreCheck) throws {
///   try check.run { BucketUploadStore(client: TestClient()) }
/// }
/// ```
///
/// Each broken promise is reported as an issue at the line that calls `run`, so the checks also work with XCTest.
public struct UploadStoreCheck: Sendable {
  /// A description of the promise.
  public let promise: String
  private let body: @Sendable (any UploadStore, _ expect: (Bool, String) -> Void) throws -> Void

  init(
    _ promise: String,
    _ body: @escaping @Sendable (any UploadStore, _ expect: (Bool, String) -> Void) throws -> Void
  ) {
    self.promise = promise
    self.body = body
  }

  /// Checks whether a store keeps the promise.
  ///
  /// - Parameter makeStore: Returns an empty store.
  /// - Throws: Errors of `makeStore`, and unexpected errors of the store.
  public func run(
    on makeStore: () throws -> any UploadStore,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    try run(on: makeStore()) { message in
      reportIssue(
        "An upload store breaks its promise: \(promise). \(message)",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }

  /// Checks whether a store keeps the promise, and reports violations to `report`.
  package func run(on store: any UploadStore, report: (String) -> Void) throws {
    try body(store) { isKept, message in
      if !isKept { report(message) }
    }
  }

  /// The checks for all promises.
  public static let all: [UploadStoreCheck] = [
    UploadStoreCheck("A saved file can be read until it's removed") { store, expect in
      let id = UploadID()
      try save([1, 2, 3], as: id, in: store)
      expect(try read(id, in: store) == Data([1, 2, 3]), "The contents differ.")
      try store.remove(id)
      expect(try read(id, in: store) == nil, "A removed file can still be opened.")
      try store.remove(id)
    },
    UploadStoreCheck("A file that was never saved is missing") { store, expect in
      let id = UploadID()
      expect(try read(id, in: store) == nil, "It can be opened.")
      expect(try !store.renew(id), "It can be renewed.")
      try store.remove(id)
    },
    UploadStoreCheck("A file can be saved again, and be empty or large") { store, expect in
      for bytes in [[], Array(repeating: UInt8(7), count: 300_000)] as [[UInt8]] {
        let id = UploadID()
        for _ in 1...2 { try save(bytes, as: id, in: store) }
        expect(try read(id, in: store) == Data(bytes), "The contents differ.")
      }
    },
    UploadStoreCheck("The local file stays, and later changes of it don't count") { store, expect in
      let id = UploadID()
      let file = try LocalFile([1])
      try store.save(file.url, as: id)
      expect(FileManager.default.fileExists(atPath: file.url.path), "The local file is gone.")
      try Data([2]).write(to: file.url)
      expect(try read(id, in: store) == Data([1]), "The contents differ.")
    },
    UploadStoreCheck("A local file that doesn't exist isn't saved") { store, expect in
      let id = UploadID()
      do {
        try store.save(URL(filePath: "/nonexistent/\(id)"), as: id)
        expect(false, "No error was thrown.")
      } catch {}
      expect(try read(id, in: store) == nil, "It can be opened.")
    },
    UploadStoreCheck("An open file can be read after it was removed") { store, expect in
      let id = UploadID()
      try save([1, 2, 3], as: id, in: store)
      let handle = try store.open(id)
      try store.remove(id)
      expect(try handle?.readToEnd() == Data([1, 2, 3]), "The contents differ.")
    },
    UploadStoreCheck("Files that weren't used since a time are removed, and others aren't") {
      store, expect in
      let id = UploadID()
      try save([1], as: id, in: store)
      try store.removeAll(unusedSince: Date(timeIntervalSinceNow: -600))
      expect(try store.renew(id), "A used file was removed.")
      try store.removeAll(unusedSince: Date(timeIntervalSinceNow: 600))
      expect(try read(id, in: store) == nil, "An unused file wasn't removed.")
    },
  ]

  private static func save(_ bytes: [UInt8], as id: UploadID, in store: any UploadStore) throws {
    let file = try LocalFile(bytes)
    try store.save(file.url, as: id)
  }

  private static func read(_ id: UploadID, in store: any UploadStore) throws -> Data? {
    guard let handle = try store.open(id) else { return nil }
    return try handle.readToEnd() ?? Data()
  }
}

extension UploadStoreCheck: CustomStringConvertible {
  public var description: String { promise }
}

/// A temporary file, which is removed when the object is released.
private final class LocalFile {
  let url = FileManager.default.temporaryDirectory.appending(path: "cairn-check-\(UploadID())")

  init(_ bytes: [UInt8]) throws {
    try Data(bytes).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
