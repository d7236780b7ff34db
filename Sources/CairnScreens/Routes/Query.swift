import CairnBytes
import IssueReporting

/// A value of a state in the query of its location: `?status=open&page=2`.
///
/// ```swift
/// extension IssueList.State: Routable {
///   static var routes: some Routes<Self> {
///     Query(\.status, "status")
///     Query(\.page, "page", default: 1)
///     Route(\.$destination.add, "add") { _ in IssueForm.State() }
///   }
/// }
/// ```
/// Default values are omitted from the URL. If a value is missing or empty, as in a form with an empty field,
/// the default is used. If it can't be read, the default is used too, and the page shows a message.
///
/// The values of a child follow the values of its parent. If both use the same name, the parent reads the first
/// item of that name and the child reads the second.
///
/// A value can have up to 1,024 percent-encoded bytes, and all values together up to 2,048 bytes. A value that
/// doesn't fit isn't in the URL. The scene keeps it, but a bookmark doesn't.
public struct Query<State>: Routes {
  private let name: String
  /// Returns the value as text, which is empty for the default.
  private let text: (State) -> String
  /// Sets the value to the value of a text, or to the default if the text is `nil`. Returns false if the text
  /// isn't valid.
  private let set: (String?, inout State) -> Bool

  /// Creates a query for an optional value, whose default is `nil`.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the item in the query. It can't be empty or begin with a tilde.
  public init<Value: RouteValue>(
    _ value: WritableKeyPath<State, Value?>, _ name: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name,
      text: { $0[keyPath: value].map { QueryText.written($0.routeSegment) } ?? "" },
      set: { text, state in
        guard let text else {
          state[keyPath: value] = nil
          return true
        }
        guard let new = Value(routeSegment: QueryText.read(text)) else { return false }
        state[keyPath: value] = new
        return true
      })
    check(fileID, filePath, line, column)
  }

  /// Creates a query for a value with a default.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the item in the query. It can't be empty or begin with a tilde.
  ///   - default: The value that isn't written to the URL.
  public init<Value: RouteValue>(
    _ value: WritableKeyPath<State, Value>, _ name: String, default: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let normal = `default`.routeSegment
    self.init(
      name,
      text: { state in
        let text = state[keyPath: value].routeSegment
        if text.hasSameBytes(as: normal) { return "" }
        return normal.isEmpty ? text : QueryText.written(text)
      },
      set: { text, state in
        guard let text else {
          state[keyPath: value] = `default`
          return true
        }
        guard let new = Value(routeSegment: normal.isEmpty ? text : QueryText.read(text)) else {
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
    // If the text represents the current value, the current value stays.
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
      A query item can't be named “\(name)”.

      The value is ignored when the location is opened, because the name must not be empty, and names \
      that begin with “~” are reserved for the server. Use a name such as “status”.
      """,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// The encoding of texts for which an empty text would represent the default.
enum QueryText {
  /// Returns the text as it's written in a query.
  ///
  /// If it's empty or consists only of tildes, a tilde is added.
  static func written(_ text: String) -> String { isMarked(text) ? "~" + text : text }

  static func read(_ text: String) -> String {
    isMarked(text) ? String(text.dropFirst()) : text
  }

  private static func isMarked(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 == UInt8(ascii: "~") }
  }
}
