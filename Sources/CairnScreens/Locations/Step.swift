import CairnBytes
public import CairnCases

/// One kind of element on a stack: the segments that it stands for in a ``Trail``, and how it is made
/// of them and of the elements before it.
///
/// ```swift
/// Step(\.comments, "comments") { before, _ in
///   before.last?.issue.map { Comments.State(issue: $0.id) }
/// }
/// ```
/// A closure that returns nil says that the segments name nothing there: the thing is gone, or does
/// not stand on the elements before it.
public struct Step<State, Element> {
  /// How many segments the element has.
  let length: Int
  /// The segments of an element; nil of one of another kind.
  let segments: (Element) -> [String]?
  /// The element of the first segments.
  let make: (ArraySlice<String>, [Element], State) -> LocationMaking<Element>
  let continuation: ChildLocations<Element>
  /// The segments as a map shows them.
  let pattern: () -> [String]
  /// What the element is.
  let type: Any.Type
}

extension Step where Element: CasePathable {
  /// An element behind fixed segments.
  @_disfavoredOverload
  public init<Path: CasePath<Element, Child>, Child>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ name: String, _ more: String...,
    make: @escaping (_ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, [name] + more, .none, make)
  }

  /// An element whose segment is a value of its own, behind fixed ones where there are some.
  @_disfavoredOverload
  public init<Path: CasePath<Element, Child>, Child, Value: LocationValue>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ names: String...,
    value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, names, value, .none, make)
  }

  /// A located element behind fixed segments.
  public init<Path: CasePath<Element, Child>, Child: Located>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ name: String, _ more: String...,
    make: @escaping (_ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, [name] + more, .located, make)
  }

  /// A located element whose segment is a value of its own, behind fixed ones where there are some.
  public init<Path: CasePath<Element, Child>, Child: Located, Value: LocationValue>(
    _ element: KeyPath<Element.Cases, Case<Path>>, _ names: String...,
    value: KeyPath<Child, Value>,
    make: @escaping (_ value: Value, _ before: [Element], _ state: State) -> Child?
  ) {
    self.init(Element.cases[keyPath: element]._path, names, value, .located, make)
  }

  private init<Path: CasePath<Element, Child>, Child>(
    _ path: Path, _ names: [String], _ child: ChildLocations<Child>,
    _ make: @escaping ([Element], State) -> Child?
  ) {
    pattern = { names }
    type = Child.self
    length = names.count
    segments = { path.extract(from: $0) == nil ? nil : names }
    self.make = { segments, before, state in
      guard segments.begins(with: names) else { return .noMatch }
      return make(before, state).map { .made(path.embed($0), consumed: names.count) } ?? .gone
    }
    continuation = child.at(path)
  }

  private init<Path: CasePath<Element, Child>, Child, Value: LocationValue>(
    _ path: Path, _ names: [String], _ value: KeyPath<Child, Value>,
    _ child: ChildLocations<Child>, _ make: @escaping (Value, [Element], State) -> Child?
  ) {
    pattern = { names + [LocationOutline.placeholder(value)] }
    type = Child.self
    let length = names.count + 1
    self.length = length
    segments = { element in
      path.extract(from: element).map { names + [$0[keyPath: value].locationSegment] }
    }
    self.make = { segments, before, state in
      guard segments.begins(with: names), let last = segments.dropFirst(names.count).first else {
        return .noMatch
      }
      let made = Value(locationSegment: last).flatMap { make($0, before, state) }
      return made.map { .made(path.embed($0), consumed: length) } ?? .gone
    }
    continuation = child.at(path)
  }
}

extension ChildLocations {
  /// The same for the payload of an enum's case.
  fileprivate func at<Path: CasePath>(_ path: Path) -> ChildLocations<Path.Root>
  where Path.Value == Child {
    ChildLocations<Path.Root>(
      write: { root, writer in
        if let child = path.extract(from: root) { write(child, &writer) }
      },
      open: { root, reader in path.modify(&root) { open(&$0, &reader) } ?? false },
      outline: outline)
  }
}

/// Lists the kinds of elements on a stack.
@resultBuilder
public enum StepsBuilder<State, Element> {
  public static func buildExpression(_ step: Step<State, Element>) -> Step<State, Element> { step }

  public static func buildBlock(_ steps: Step<State, Element>...) -> [Step<State, Element>] {
    steps
  }
}
