import CairnBytes
import IssueReporting

/// Where a value of a state stands in the query of its location: `?status=open&page=2`.
///
/// ```swift
/// extension IssueList.State: Located {
///   static var locations: some Locations<Self> {
///     Query(\.status, "status")
///     Query(\.page, "page", default: 1)
///     Place(\.$destination.add, "add") { _ in IssueForm.State() }
///   }
/// }
/// ```
/// A default is not in the URL. A value that the URL does not have, or has empty as a form with an
/// empty field does, becomes its default. One that can not be read does too, and the page says so.
///
/// A child's values stand behind those of its parent. Where both use a name, the parent takes the
/// first item of that name and the child the second.
///
/// A value of more than 1,024 bytes, percent-encoded, is not in the URL, nor is one for which the 2,048
/// bytes that all of them have together do not suffice: the scene keeps it, a bookmark does not.
public struct Query<State>: Locations {
  private let name: String
  /// The value as text; empty where it is the default.
  private let text: (State) -> String
  /// Gives the value what a text says, or the default; false where the text says nothing.
  private let set: (String?, inout State) -> Bool

  /// A value that may be nil, which is its default.
  public init<Value: LocationValue>(
    _ value: WritableKeyPath<State, Value?>, _ name: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name,
      text: { $0[keyPath: value].map { QueryText.written($0.locationSegment) } ?? "" },
      set: { text, state in
        guard let text else {
          state[keyPath: value] = nil
          return true
        }
        guard let new = Value(locationSegment: QueryText.read(text)) else { return false }
        state[keyPath: value] = new
        return true
      })
    check(fileID, filePath, line, column)
  }

  /// A value with a default.
  public init<Value: LocationValue>(
    _ value: WritableKeyPath<State, Value>, _ name: String, default: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let normal = `default`.locationSegment
    self.init(
      name,
      text: { state in
        let text = state[keyPath: value].locationSegment
        if text.hasSameBytes(as: normal) { return "" }
        return normal.isEmpty ? text : QueryText.written(text)
      },
      set: { text, state in
        guard let text else {
          state[keyPath: value] = `default`
          return true
        }
        guard let new = Value(locationSegment: normal.isEmpty ? text : QueryText.read(text)) else {
          return false
        }
        state[keyPath: value] = new
        return true
      })
    check(fileID, filePath, line, column)
  }

  private init(
    _ name: String, text: @escaping (State) -> String,
    set: @escaping (String?, inout State) -> Bool
  ) {
    self.name = name
    self.text = text
    self.set = set
  }

  public var count: Int { 0 }

  public func write(_ state: State, into writer: inout LocationWriter) {}

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening {
    .noMatch
  }

  public func isOpen(at index: Int, in state: State) -> Bool { false }

  public func close(at index: Int, in state: inout State) {}

  public func writeQuery(_ state: State, into writer: inout LocationWriter) {
    writer.put(name, text(state))
  }

  public func readQuery(_ reader: inout LocationReader, into state: inout State) {
    let current = text(state)
    // What is there already, and is meant, stays.
    let isRead = reader.take(name) { $0.hasSameBytes(as: current) || set($0, &state) }
    if !isRead, !current.isEmpty { _ = set(nil, &state) }
  }

  public func _outline(_ outline: inout LocationOutline) { outline.addQuery(name) }

  private func check(
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) {
    guard name.isEmpty || name.utf8.first == UInt8(ascii: "~") else { return }
    reportIssue(
      """
      A value of a query is named “\(name)”.

      Pages of this location do not open with the value: names that begin with “~” are the server's. \
      Give it a name such as “status”.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// How a text stands in a query where an empty one would mean the default.
enum QueryText {
  /// The empty text as `~`; one of tildes alone with one more of them.
  static func written(_ text: String) -> String { isMarked(text) ? "~" + text : text }

  static func read(_ text: String) -> String {
    isMarked(text) ? String(text.dropFirst()) : text
  }

  private static func isMarked(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "~") }
  }
}
