import Cairn
import CairnServer

extension InventoryApp {
  /// Adds the items of a list, which a program of the same site sends. If a line can't be read, no items are added.
  ///
  /// The body is read while it arrives. The endpoint doesn't accept requests of other sites, because it can't check who
  /// sends them.
  @EndpointBuilder static var importing: [Endpoint] {
    Endpoint(.post, "/import.csv", body: .parts(limit: 1_000_000)) { request in
      @Dependency(\.inventory) var inventory
      var reader = ImportReader()
      for try await part in request.parts { try reader.read(part) }
      let items = try reader.finish()
      try await problemIfNotWritten { try await inventory.addAll(items) }
      return .json(["added": items.count])
    }
  }

  /// Makes a change, and throws a problem that asks the client to try again if the database can't be written.
  static func problemIfNotWritten<Value: Sendable>(
    _ change: @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await change()
    } catch let error as InventoryIsNotWritten {
      throw HTTPProblem(status: .serviceUnavailable, detail: error.description)
    }
  }
}
