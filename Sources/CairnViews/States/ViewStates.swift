package import CairnFeatures
import Foundation
import IssueReporting

/// The values of the `@State` properties of a scene's views.
///
/// All methods enter the scene's lock. `values` is only used under it.
package final class ViewStates {
  /// The maximum size of the stored values, in bytes.
  package static let byteLimit = 256 * 1024

  private let isolation: any SettlingIsolation
  /// The current values.
  package private(set) var values = ViewStateValues()
  /// Whether a value was changed or restored. Until then, a scene's state has no part for the views.
  package private(set) var isUsed = false
  /// The number of evaluations that are in progress, in which values can't be changed.
  private var evaluations = 0
  /// The size that would have been necessary for a change that was ignored, until ``takeExcess()``.
  private var excess: Int?

  /// Creates values that are protected by an isolation, or by the isolation of the current scene.
  package init(_ isolation: (any SettlingIsolation)? = nil) {
    self.isolation =
      isolation ?? StoreIsolationContext.current as? any SettlingIsolation ?? OwnLock()
  }

  /// Replaces all values.
  package func restore(_ values: ViewStateValues) {
    self.values = values
    excess = nil
    if !values.isEmpty { isUsed = true }
  }

  /// Begins an evaluation of a view, during which values can't be changed.
  func begin() { evaluations += 1 }

  /// Ends an evaluation of a view.
  func end() { evaluations -= 1 }

  /// The number of bytes that can be added.
  var room: Int { Self.byteLimit - values.size }

  /// Discards the values that have none of these keys, and that aren't behind one of these guards. Returns whether there
  /// were any.
  func keep(_ keys: Set<UInt64>, behind guards: Set<UInt64>) -> Bool {
    let gone = values.entries.filter { key, entry in
      !keys.contains(key) && !entry.guards.contains(where: guards.contains)
    }
    for key in gone.keys { values[key] = nil }
    return !gone.isEmpty
  }

  // MARK: Values

  /// Returns a value, and records that a view has read it.
  func read<Value: Codable & Equatable & Sendable>(_ key: UInt64, orElse initial: Value) -> Value {
    isolation.performNow {
      let value = current(key, orElse: initial)
      ViewReads.current?.note(\ViewStates[key], of: self) { [unowned self] in
        let now = current(key, orElse: initial)
        guard now != value else { return nil }
        return ViewReads.Change(of: ViewStates.self, \ViewStates[key], "\(value) → \(now)")
      }
      return value
    }
  }

  /// Identifies a value in the records of reads.
  private subscript(key: UInt64) -> Bool { values[key] != nil }

  private func current<Value: Codable & Equatable & Sendable>(
    _ key: UInt64, orElse initial: Value
  ) -> Value {
    guard let entry = values[key] else { return initial }
    if let value = entry.value as? Value { return value }
    // Another version of the application may have stored a value of another type.
    guard let value = entry.json.flatMap({ try? Self.decoder.decode(Value.self, from: Data($0)) })
    else { return initial }
    values.noteDecoded(value, at: key)
    return value
  }

  /// Changes a value.
  func write<Value: Codable & Equatable & Sendable>(
    _ value: Value, at connection: StateConnection, from initial: Value
  ) {
    isolation.performNow {
      guard value != current(connection.key, orElse: initial) else { return }
      guard evaluations == 0 else { return reportChangeDuringEvaluation(of: Value.self) }
      let entry = ViewStateValues.Entry(
        json: encoded(value), guards: connection.guards, value: value)
      let size = values.size - (values[connection.key]?.size ?? 0) + entry.size
      guard size <= Self.byteLimit || size <= values.size else {
        excess = size
        return reportExcess(size, of: Value.self)
      }
      values[connection.key] = entry
      isUsed = true
      isolation.actionProcessed()
    }
  }

  /// Returns whether a change was ignored because the values would have been too large, since the last call.
  func takeExcess() -> Bool {
    defer { excess = nil }
    return excess != nil
  }

  // MARK: Coding

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  private func encoded<Value: Codable>(_ value: Value) -> [UInt8]? {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do {
      return Array(try encoder.encode(value))
    } catch {
      // The error may contain the value, which may be private.
      reportIssue(
        """
        A '@State' value of type '\(Value.self)' can't be encoded, so it isn't stored with its scene.

        Its 'encode(to:)' has thrown an error. The value is kept in memory, and is the initial one after a restart.
        """)
      return nil
    }
  }

  // MARK: Issues

  private func reportChangeDuringEvaluation(of type: any Any.Type) {
    reportIssue(
      """
      A '@State' property of type '\(type)' was changed while its page is rendered. The change was ignored.

      The 'body' of a view only describes the page. Change the property in a closure of a control, or in 'onAppear'.
      """)
  }

  private func reportExcess(_ size: Int, of type: any Any.Type) {
    reportIssue(
      """
      A '@State' property of type '\(type)' wasn't changed, because the states of the scene's views would have \
      \(size) bytes. The limit is \(Self.byteLimit) bytes.

      The state of a view is for small values, such as whether a part of it is expanded. Keep large values in a \
      feature's state or in a database.
      """)
  }
}
