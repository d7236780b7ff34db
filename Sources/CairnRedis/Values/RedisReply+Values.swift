import CairnReducers
import CairnSessions
import Foundation

extension RedisReply {
  /// Returns a value and its revision, or `nil` if there is no value.
  func storedValue(
    _ operation: String
  ) throws(SessionStoreError) -> RevisedData? {
    guard let parts = array, parts.count == 2 else { throw .unexpectedReply(operation) }
    if parts[0].isNothing { return nil }
    guard let revision = parts[0].text.flatMap({ Int64($0) }), let bytes = parts[1].bytes else {
      throw .unexpectedReply(operation)
    }
    return RevisedData(Data(bytes), revision: revision)
  }

  /// Returns the result of ``Script/value``.
  func savedValue(
    _ operation: String
  ) throws(SessionStoreError) -> RevisedSave<RevisedData> {
    guard let parts = array else { throw .unexpectedReply(operation) }
    switch parts.first?.text {
    case "saved" where parts.count == 2:
      guard let revision = parts[1].integer else { throw .unexpectedReply(operation) }
      return .saved(revision)
    case "conflict" where parts.count >= 2:
      guard let revision = parts[1].text.flatMap({ Int64($0) }) else {
        throw .unexpectedReply(operation)
      }
      guard revision != 0 else { return .conflict(nil) }
      guard parts.count == 3, let bytes = parts[2].bytes else { throw .unexpectedReply(operation) }
      return .conflict(RevisedData(Data(bytes), revision: revision))
    default: throw .unexpectedReply(operation)
    }
  }
}
