public import CairnReducers

/// Where a navigation stack stands in the location.
///
/// Commonly each element has a segment:
/// ```swift
/// Trail(\.path) { $0.segment } open: { segment, state in Path.State(segment: segment) }
/// ```
/// Where the elements are steps of one way, the last one's segment says it all:
/// ```swift
/// Trail(\.path, steps: { $0.number }) { number, state in ... the elements up to it ... }
/// ```
public struct Trail<State, Element>: Locations {
  private let path: WritableKeyPath<State, StackState<Element>>
  private let segments: ([Element]) -> [String]
  private let openElements: (ArraySlice<String>, State) -> (elements: [Element], consumed: Int)?

  /// A stack that contributes a segment for each of its elements.
  /// - Parameters:
  ///   - path: The stack.
  ///   - segment: The segment of an element.
  ///   - open: The element of a segment; nil where there is none.
  public init(
    _ path: WritableKeyPath<State, StackState<Element>>,
    segment: @escaping (Element) -> String,
    open: @escaping (_ segment: String, _ state: State) -> Element?
  ) {
    self.path = path
    segments = { $0.map(segment) }
    openElements = { segments, state in
      // A stack that a URL can make is no deeper than one that a person would walk.
      let elements = segments.prefix(Self.greatestDepth)
        .map { open($0, state) }.prefix { $0 != nil }.compactMap(\.self)
      return elements.isEmpty ? nil : (elements, elements.count)
    }
  }

  /// A stack of steps: one segment, that of the last step, opens all of them.
  /// - Parameters:
  ///   - path: The stack.
  ///   - steps: The value of an element that its segment is made of.
  ///   - open: The elements up to and including the one with the value; nil where there is none.
  public init<Value: LocationValue>(
    _ path: WritableKeyPath<State, StackState<Element>>,
    steps value: @escaping (Element) -> Value,
    open: @escaping (_ value: Value, _ state: State) -> [Element]?
  ) {
    self.path = path
    segments = { $0.last.map { [value($0).locationSegment] } ?? [] }
    openElements = { segments, state in
      guard
        let value = segments.first.flatMap({ Value(locationSegment: $0) }),
        let elements = open(value, state), !elements.isEmpty
      else { return nil }
      return (elements, 1)
    }
  }

  private static var greatestDepth: Int { 64 }

  public var count: Int { 1 }

  public func write(_ state: State, into segments: inout [String]) {
    segments += self.segments(Array(state[keyPath: path]))
  }

  public func open(
    _ segments: ArraySlice<String>, at index: Int, in state: inout State
  ) -> LocationOpening {
    guard let (elements, consumed) = openElements(segments, state) else { return .gone }
    let current = Array(state[keyPath: path])
    // What is common stays, under its ids; what is above it goes.
    var common = min(current.count, elements.count)
    while common > 0,
      self.segments(Array(current.prefix(common)))
        != self.segments(Array(elements.prefix(common)))
    {
      common -= 1
    }
    if common < current.count { state[keyPath: path].removeLast(current.count - common) }
    state[keyPath: path].append(contentsOf: elements.dropFirst(common))
    return .opened(consumed: consumed, isPartial: false)
  }

  public func isOpen(at index: Int, in state: State) -> Bool {
    !state[keyPath: path].isEmpty
  }

  public func close(at index: Int, in state: inout State) {
    if !state[keyPath: path].isEmpty { state[keyPath: path].removeAll() }
  }
}
