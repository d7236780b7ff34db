/// The location of a navigation stack, which consists of the segments of its elements, from the bottom to the
/// top.
///
/// The segments of an element are followed by the segments of the screens that it presents.
///
/// If the elements are an enum, declare a ``RouteSegment`` for each case:
/// ```swift
/// StackRoute(\.path) {
///   RouteSegment(\.issue, value: \.id) { id, before, state in
///     before.isEmpty ? state.issues[id: id].map { IssueDetail.State(issue: $0) } : nil
///   }
///   RouteSegment(\.comments, "comments") { before, _ in
///     before.last?.issue.map { Comments.State(issue: $0.id) }
///   }
/// }
/// ```
/// In this example, `/17/comments` opens the comments of issue 17, and `/comments/17` isn't found. If two
/// route segments match, the one with more path segments is used.
///
/// For elements of other types, use closures that write and read the segments. If the elements are the steps of
/// a sequence, the segment of the last step opens all of them:
/// ```swift
/// StackRoute(\.path, steps: { $0.number }) { number, state in ... the elements up to it ... }
/// ```
/// Elements that are ``Routable`` continue the path, and read their values from the query.
///
/// The stack is a `StackState` for reducers, or an array of states for models.
public struct StackRoute<State, Element>: Routes {
  private let writeElements: (State, inout LocationWriter) -> Void
  private let match: (ArraySlice<String>) -> Int?
  private let openElements: (inout LocationReader, inout State) -> LocationOpening
  private let isNotEmpty: (State) -> Bool
  private let removeElements: (inout State) -> Void
  private let outline: (inout LocationOutline) -> Void
  /// The guard of the elements, if they have one.
  var routeGuard: RouteGuard?

  init<Stack: RoutedStack<Element>>(
    _ path: WritableKeyPath<State, Stack>,
    write: @escaping (Stack, inout LocationWriter) -> Void,
    match: @escaping (ArraySlice<String>) -> Int?,
    open: @escaping (inout LocationReader, inout State) -> LocationOpening,
    outline: @escaping (inout LocationOutline) -> Void
  ) {
    self.outline = outline
    writeElements = { write($0[keyPath: path], &$1) }
    self.match = match
    openElements = open
    isNotEmpty = { !$0[keyPath: path].isEmpty }
    removeElements = { $0[keyPath: path].removeAll() }
  }

  public var count: Int { 1 }

  public func write(_ state: State, into writer: inout LocationWriter) {
    if let routeGuard, isNotEmpty(state) { writer.guards.append(routeGuard) }
    writeElements(state, &writer)
  }

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening {
    if let closed = routeGuard?.close(&reader, match) { return closed }
    return openElements(&reader, &state)
  }

  public func _outline(_ outline: inout LocationOutline) {
    if routeGuard != nil { outline.isGuarded = true }
    self.outline(&outline)
  }

  public func isOpen(at index: Int, in state: State) -> Bool {
    isNotEmpty(state)
  }

  public func close(at index: Int, in state: inout State) {
    if isNotEmpty(state) { removeElements(&state) }
  }
}

extension StackRoute {
  /// Creates a stack route for elements of several kinds, each with its own segments.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - steps: The kinds of elements.
  public init(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    @RouteSegmentsBuilder<State, Element> steps: () -> [RouteSegment<State, Element>]
  ) {
    self.init(path, ElementRoutes(steps()))
  }

  /// Creates a stack route with one segment for each element.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - segment: Returns the segment of an element.
  ///   - open: Returns the element for a segment after the elements before it, or `nil` if it doesn't exist.
  @_disfavoredOverload
  public init(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    segment: @escaping (Element) -> String,
    open: @escaping (_ segment: String, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementRoutes(segment: segment, open: open, continuation: .none))
  }

  /// Creates a stack route with one or more segments for each element.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - segments: Returns the segments of an element, at least one.
  ///   - open: Returns the element at the start of the given segments, or `nil` if it doesn't exist. The given
  ///     segments must begin with the segments of the returned element.
  @_disfavoredOverload
  public init(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    segments: @escaping (Element) -> [String],
    open:
      @escaping (_ segments: ArraySlice<String>, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementRoutes(segments: segments, open: open, continuation: .none))
  }

  /// Creates a stack route for a sequence of steps, which are all opened by the segment of the last step.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - value: Returns the value of an element that is written as its segment.
  ///   - open: Returns the elements up to and including the element with the value, or `nil` if it doesn't
  ///     exist.
  @_disfavoredOverload
  public init<Value: RouteValue>(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    steps value: @escaping (Element) -> Value,
    open: @escaping (_ value: Value, _ state: State) -> [Element]?
  ) {
    self.init(path, steps: value, open: open, continuation: .none)
  }
}

// A routable element continues the path. These initializers are preferred to the initializers above.
extension StackRoute where Element: Routable {
  /// Creates a stack route with one segment for each element, followed by the segments of the screens that the
  /// element presents.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - segment: Returns the segment of an element.
  ///   - open: Returns the element for a segment after the elements before it, or `nil` if it doesn't exist.
  public init(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    segment: @escaping (Element) -> String,
    open: @escaping (_ segment: String, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementRoutes(segment: segment, open: open, continuation: .routable))
  }

  /// Creates a stack route with one or more segments for each element, followed by the segments of the screens that
  /// it presents.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - segments: Returns the segments of an element, at least one.
  ///   - open: Returns the element at the start of the given segments, or `nil` if it doesn't exist. The given
  ///     segments must begin with the segments of the returned element.
  public init(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    segments: @escaping (Element) -> [String],
    open:
      @escaping (_ segments: ArraySlice<String>, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementRoutes(segments: segments, open: open, continuation: .routable))
  }

  /// Creates a stack route for a sequence of steps, which are all opened by the segment of the last step.
  ///
  /// The segment is followed by the segments of the screens that the last step presents.
  ///
  /// - Parameters:
  ///   - path: The stack.
  ///   - value: Returns the value of an element that is written as its segment.
  ///   - open: Returns the elements up to and including the element with the value, or `nil` if it doesn't
  ///     exist.
  public init<Value: RouteValue>(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    steps value: @escaping (Element) -> Value,
    open: @escaping (_ value: Value, _ state: State) -> [Element]?
  ) {
    self.init(path, steps: value, open: open, continuation: .routable)
  }
}
