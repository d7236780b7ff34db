import CairnBytes
public import CairnCases

/// One kind of element in a ``StackRoute``, with its path segments and a closure that creates it.
///
/// ```swift
/// RouteSegment(\.comments, "comments") { before, _ in
///   before.last?.issue.map { Comments.State(issue: $0.id) }
/// }
/// ```
/// Return `nil` from the closure if the element doesn't exist, or if it can't follow the elements before it.
public struct RouteSegment<State, Element> {
  /// The number of segments of the element.
  let length: Int
  /// Returns the segments of an element, or `nil` if the element is of another kind.
  let segments: (Element) -> [String]?
  /// Returns the number of segments that belong to an element, or `nil` if the first segments aren't an element's.
  ///
  /// It's 0 if the element has no fixed segment, so that another route could have the same segments.
  let match: (ArraySlice<String>) -> Int?
  /// Makes the element for the first segments.
  let make: (ArraySlice<String>, [Element], State) -> LocationMaking<Element>
  let continuation: ChildRoutes<Element>
  /// The segments for a map.
  let pattern: () -> [String]
  /// The type of the element's state.
  let type: Any.Type
}

extension RouteSegment where Element: CasePathable {
  /// Creates a route segment with one or more fixed segments.
  ///
  /// - Parameters:
  ///   - element: The case of the element.
  ///   - name: The first segment.
  ///   - more: The other segments.
  ///   - make: Returns the element's state, or `nil` if it doesn't exist after the elements before it.
  @_disfavoredOverload
  public init<Path: CasePath<Element, Child>, Child>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ name: String, _ more: String...,
    make: @escaping (_ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, [name] + more, .none, make)
  }

  /// Creates a route segment with a value of the element as its last segment, after any fixed segments.
  ///
  /// - Parameters:
  ///   - element: The case of the element.
  ///   - names: The fixed segments.
  ///   - value: The property of the element that is the last segment.
  ///   - make: Returns the element's state for a value, or `nil` if it doesn't exist after the elements before
  ///     it.
  @_disfavoredOverload
  public init<Path: CasePath<Element, Child>, Child, Value: RouteValue>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ names: String...,
    value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, names, value, .none, make)
  }

  /// Creates a route segment with one or more fixed segments, for an element that continues the path.
  ///
  /// - Parameters:
  ///   - element: The case of the element.
  ///   - name: The first segment.
  ///   - more: The other segments.
  ///   - make: Returns the element's state, or `nil` if it doesn't exist after the elements before it.
  public init<Path: CasePath<Element, Child>, Child: Routable>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ name: String, _ more: String...,
    make: @escaping (_ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, [name] + more, .routable, make)
  }

  /// Creates a route segment with a value of the element as its last segment, for an element that continues the path.
  ///
  /// - Parameters:
  ///   - element: The case of the element.
  ///   - names: The fixed segments before the value.
  ///   - value: The property of the element that is the last segment.
  ///   - make: Returns the element's state for a value, or `nil` if it doesn't exist after the elements before
  ///     it.
  public init<Path: CasePath<Element, Child>, Child: Routable, Value: RouteValue>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ names: String...,
    value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, names, value, .routable, make)
  }

  private init<Path: CasePath<Element, Child>, Child>(
    _ path: Path, _ names: [String], _ child: ChildRoutes<Child>,
    _ make: @escaping ([Element], State) -> Child?
  ) {
    pattern = { names }
    type = Child.self
    length = names.count
    segments = { path.extract(from: $0) == nil ? nil : names }
    match = { $0.begins(with: names) ? names.count : nil }
    self.make = { segments, before, state in
      guard segments.begins(with: names) else { return .noMatch }
      return make(before, state).map { .made(path.embed($0), consumed: names.count) } ?? .gone
    }
    continuation = child.at(path)
  }

  private init<Path: CasePath<Element, Child>, Child, Value: RouteValue>(
    _ path: Path, _ names: [String], _ value: KeyPath<Child, Value>,
    _ child: ChildRoutes<Child>, _ make: @escaping (Value, [Element], State) -> Child?
  ) {
    pattern = { names + [LocationOutline.placeholder(value)] }
    type = Child.self
    let length = names.count + 1
    self.length = length
    segments = { element in
      path.extract(from: element).map { names + [$0[keyPath: value].routeSegment] }
    }
    match = { segments in
      guard segments.begins(with: names), let last = segments.dropFirst(names.count).first,
        Value(routeSegment: last) != nil
      else { return nil }
      return names.isEmpty ? 0 : length
    }
    self.make = { segments, before, state in
      guard segments.begins(with: names), let last = segments.dropFirst(names.count).first else {
        return .noMatch
      }
      let made = Value(routeSegment: last).flatMap { make($0, before, state) }
      return made.map { .made(path.embed($0), consumed: length) } ?? .gone
    }
    continuation = child.at(path)
  }
}

extension ChildRoutes {
  /// Returns the child's part of the location for the enum that has the child as the payload of a case.
  fileprivate func at<Path: CasePath>(_ path: Path) -> ChildRoutes<Path.Root>
  where Path.Value == Child {
    ChildRoutes<Path.Root>(
      write: { root, writer in
        if let child = path.extract(from: root) { write(child, &writer) }
      },
      open: { root, reader in path.modify(&root) { open(&$0, &reader) } ?? false },
      outline: outline)
  }
}

/// A result builder for the kinds of elements on a stack.
@resultBuilder
public enum RouteSegmentsBuilder<State, Element> {
  /// Builds the route of one kind of element.
  public static func buildExpression(_ routeSegment: RouteSegment<State, Element>) -> RouteSegment<
    State, Element
  > { routeSegment }

  /// Builds the routes of all kinds of elements.
  public static func buildBlock(_ routeSegments: RouteSegment<State, Element>...) -> [RouteSegment<
    State, Element
  >] {
    routeSegments
  }
}
