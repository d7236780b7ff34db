import CairnBytes
import CairnHTTP
public import CairnScreens
import IssueReporting

/// The named values of a request's path, query, or form.
///
/// Call it like a function to read a value as a type:
///
/// ```swift
/// let id = try request.path("id", as: Int.self)
/// let from = try request.query("from", as: Int?.self)
/// let page = try request.query("page", default: 1)
/// let tags = try request.query("tag", as: [String].self)
/// ```
///
/// The types are those of ``/CairnScreens/RouteValue``, such as `String`, `Int`, `UUID`, and your own types. A value that
/// isn't valid throws an ``HTTPProblem``, which contains the name of the value.
public struct EndpointValues: Sendable {
  enum Source: Sendable {
    case path, query, form
  }

  /// The decoded names and values, in order.
  public let items: [(name: String, value: String)]
  private let source: Source

  init(_ items: [(name: String, value: String)], in source: Source) {
    self.items = items
    self.source = source
  }

  /// Returns the first value with a name, as text.
  /// - Throws: An ``HTTPProblem`` if it's missing.
  public func callAsFunction(_ name: String) throws(HTTPProblem) -> String {
    try self(name, as: String.self)
  }

  /// Returns the first value with a name.
  /// - Throws: An ``HTTPProblem`` if it's missing or isn't valid. The status is 404 for the path, 400 for the query, and
  ///   422 for a form.
  public func callAsFunction<Value: RouteValue>(
    _ name: String, as type: Value.Type
  ) throws(HTTPProblem) -> Value {
    guard let text = text(name) else { throw missing(name) }
    return try value(text, of: name)
  }

  /// Returns the first value with a name, or `nil` if it's missing or empty.
  /// - Throws: An ``HTTPProblem`` if it isn't valid.
  public func callAsFunction<Value: RouteValue>(
    _ name: String, as type: Value?.Type
  ) throws(HTTPProblem) -> Value? {
    guard let text = text(name), !text.isEmpty else { return nil }
    return try value(text, of: name)
  }

  /// Returns all values with a name, in order. For the rest of a path, such as `*path`, these are its segments.
  /// - Throws: An ``HTTPProblem`` if one of them isn't valid.
  public func callAsFunction<Value: RouteValue>(
    _ name: String, as type: [Value].Type
  ) throws(HTTPProblem) -> [Value] {
    var values: [Value] = []
    for item in items where item.name.hasSameBytes(as: name) {
      values.append(try value(item.value, of: name))
    }
    return values
  }

  /// Returns the first value with a name, or a default value if it's missing or empty.
  /// - Throws: An ``HTTPProblem`` if it isn't valid.
  public func callAsFunction<Value: RouteValue>(
    _ name: String, default defaultValue: @autoclosure () -> Value
  ) throws(HTTPProblem) -> Value {
    try self(name, as: Value?.self) ?? defaultValue()
  }

  private func text(_ name: String) -> String? {
    items.first { $0.name.hasSameBytes(as: name) }?.value
  }

  private func value<Value: RouteValue>(
    _ text: String, of name: String
  ) throws(HTTPProblem) -> Value {
    guard let value = Value(routeSegment: text) else { throw invalid(name) }
    return value
  }

  // MARK: Problems

  private func missing(_ name: String) -> HTTPProblem {
    switch source {
    case .path:
      reportIssue(
        """
        The path of the endpoint has no parameter '\(name)'. Its parameters are: \
        \(items.map(\.name).joined(separator: ", ")).
        """)
      return HTTPProblem(status: .internalServerError)
    case .query:
      return HTTPProblem(status: .badRequest, detail: "The query has no “\(name)”.")
    case .form:
      return HTTPProblem(status: .unprocessableContent, detail: "The form has no “\(name)”.")
    }
  }

  private func invalid(_ name: String) -> HTTPProblem {
    switch source {
    case .path:
      HTTPProblem(status: .notFound, detail: "The “\(name)” in the path isn't valid.")
    case .query:
      HTTPProblem(status: .badRequest, detail: "The “\(name)” in the query isn't valid.")
    case .form:
      HTTPProblem(status: .unprocessableContent, detail: "The “\(name)” in the form isn't valid.")
    }
  }
}
