import CustomDump
import Foundation

/// The storage of a process that hasn't set one.
final class MissingRevisedStorage: RevisedStorage {
  func load(_ name: String) throws -> RevisedData? { throw MissingStorage(name: name) }

  func save(
    _ data: Data, as name: String, replacing revision: Int64
  ) throws -> RevisedSave<RevisedData> { throw MissingStorage(name: name) }

  func subscribe(
    to name: String, after revision: @escaping @Sendable () -> Int64?,
    _ receive: @escaping @Sendable (Result<RevisedData, any Error>) -> Void
  ) -> SharedSubscription { SharedSubscription {} }
}

/// An error that's thrown if no storage is set for the values of several processes.
struct MissingStorage: Error, CustomStringConvertible, CustomDumpStringConvertible {
  let name: String

  var customDumpDescription: String { description }

  var description: String {
    """
    The value '\(name)' has no storage. Set the dependency 'defaultRedisStorage' when you create the server.
    """
  }
}
