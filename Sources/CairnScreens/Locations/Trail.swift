/// Where a navigation stack stands in the location: segments for each element, from the bottom to the
/// top, behind each of them what the element presents.
///
/// Where the elements are an enum, there is a ``Step`` for each of its cases:
/// ```swift
/// Trail(\.path) {
///   Step(\.issue, value: \.id) { id, before, state in
///     before.isEmpty ? state.issues[id: id].map { IssueDetail.State(issue: $0) } : nil
///   }
///   Step(\.comments, "comments") { before, _ in
///     before.last?.issue.map { Comments.State(issue: $0.id) }
///   }
/// }
/// ```
/// `/17/comments` are the comments of the issue 17, and `/comments/17` opens nothing. Where the segments
/// of two steps match, the one with more of them is made.
///
/// Elements of other types have closures that write and read them. Where they are steps of one way, the
/// last one's segment says it all:
/// ```swift
/// Trail(\.path, steps: { $0.number }) { number, state in ... the elements up to it ... }
/// ```
/// Elements that are ``Located`` continue the path, and take their values from the query.
///
/// The stack is a `StackState`, or of models an array of their states.
public struct Trail<State, Element>: Locations {
  private let writeElements: (State, inout LocationWriter) -> Void
  private let openElements: (inout LocationReader, inout State) -> LocationOpening
  private let isNotEmpty: (State) -> Bool
  private let removeElements: (inout State) -> Void
  private let outline: (inout LocationOutline) -> Void

  init<Stack: TrailStack<Element>>(
    _ path: WritableKeyPath<State, Stack>,
    write: @escaping (Stack, inout LocationWriter) -> Void,
    open: @escaping (inout LocationReader, inout State) -> LocationOpening,
    outline: @escaping (inout LocationOutline) -> Void
  ) {
    self.outline = outline
    writeElements = { write($0[keyPath: path], &$1) }
    openElements = open
    isNotEmpty = { !$0[keyPath: path].isEmpty }
    removeElements = { $0[keyPath: path].removeAll() }
  }

  public var count: Int { 1 }

  public func write(_ state: State, into writer: inout LocationWriter) {
    writeElements(state, &writer)
  }

  public func open(
    _ reader: inout LocationReader, at index: Int, in state: inout State
  ) -> LocationOpening {
    openElements(&reader, &state)
  }

  public func _outline(_ outline: inout LocationOutline) { self.outline(&outline) }

  public func isOpen(at index: Int, in state: State) -> Bool {
    isNotEmpty(state)
  }

  public func close(at index: Int, in state: inout State) {
    if isNotEmpty(state) { removeElements(&state) }
  }
}

extension Trail {
  /// A stack of elements of several kinds, each with segments of its own.
  /// - Parameters:
  ///   - path: The stack.
  ///   - steps: The kinds of elements.
  public init(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    @StepsBuilder<State, Element> steps: () -> [Step<State, Element>]
  ) {
    self.init(path, ElementLocations(steps()))
  }

  /// A stack that contributes a segment for each of its elements.
  /// - Parameters:
  ///   - path: The stack.
  ///   - segment: The segment of an element.
  ///   - open: The element of a segment, on the elements before it; nil where there is none.
  @_disfavoredOverload
  public init(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    segment: @escaping (Element) -> String,
    open: @escaping (_ segment: String, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementLocations(segment: segment, open: open, continuation: .none))
  }

  /// A stack that contributes segments for each of its elements.
  /// - Parameters:
  ///   - path: The stack.
  ///   - segments: The segments of an element, at least one.
  ///   - open: The element whose segments come next, on the elements before it; nil where there is
  ///     none, or where its segments would be others.
  @_disfavoredOverload
  public init(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    segments: @escaping (Element) -> [String],
    open:
      @escaping (_ segments: ArraySlice<String>, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementLocations(segments: segments, open: open, continuation: .none))
  }

  /// A stack of steps: one segment, that of the last step, opens all of them.
  /// - Parameters:
  ///   - path: The stack.
  ///   - steps: The value of an element that its segment is made of.
  ///   - open: The elements up to and including the one with the value; nil where there is none.
  @_disfavoredOverload
  public init<Value: LocationValue>(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    steps value: @escaping (Element) -> Value,
    open: @escaping (_ value: Value, _ state: State) -> [Element]?
  ) {
    self.init(path, steps: value, open: open, continuation: .none)
  }
}

// Elements that are located themselves continue the path. These are preferred to the ones above.
extension Trail where Element: Located {
  /// A stack that contributes a segment, and what it presents, for each of its elements.
  public init(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    segment: @escaping (Element) -> String,
    open: @escaping (_ segment: String, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementLocations(segment: segment, open: open, continuation: .located))
  }

  /// A stack that contributes segments, and what it presents, for each of its elements.
  public init(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    segments: @escaping (Element) -> [String],
    open:
      @escaping (_ segments: ArraySlice<String>, _ before: [Element], _ state: State) -> Element?
  ) {
    self.init(path, ElementLocations(segments: segments, open: open, continuation: .located))
  }

  /// A stack of steps: the segment of the last step opens all of them, and what that one presents
  /// stands behind it.
  public init<Value: LocationValue>(
    _ path: WritableKeyPath<State, some TrailStack<Element>>,
    steps value: @escaping (Element) -> Value,
    open: @escaping (_ value: Value, _ state: State) -> [Element]?
  ) {
    self.init(path, steps: value, open: open, continuation: .located)
  }
}
