import CairnBytes

extension StackRoute {
  /// Creates a stack route whose elements are all opened by the segment of the last element.
  init<Value: RouteValue>(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    steps value: @escaping (Element) -> Value,
    open: @escaping (Value, State) -> [Element]?,
    continuation: ChildRoutes<Element>
  ) {
    self.init(
      path,
      write: { stack, writer in
        guard let last = stack.last else { return }
        writer.segments.append(value(last).routeSegment)
        continuation.write(last, &writer)
      },
      match: { segments in segments.first.flatMap { Value(routeSegment: $0) }.map { _ in 0 } },
      open: { reader, state in
        guard let first = reader.segments.first, let segment = Value(routeSegment: first),
          var elements = open(segment, state), !elements.isEmpty
        else { return .gone }
        reader.segments.removeFirst()
        let current = state[keyPath: path]
        let common = Self.common(current, elements, value)
        if common == elements.count, let last = current.prefix(common).last {
          elements[common - 1] = last
        }
        let isGone = continuation.open(&elements[elements.count - 1], &reader)
        if common == elements.count {
          state[keyPath: path]._replaceElement(at: common - 1, with: elements[common - 1])
        }
        if common < current.count { state[keyPath: path].removeLast(current.count - common) }
        state[keyPath: path].append(contentsOf: elements.dropFirst(common))
        return .opened(isPartial: isGone)
      },
      outline: { $0.addStack([(["{segment}"], Element.self, continuation.outline)]) })
  }

  /// Returns the number of elements that stay, which end with the last pair of elements with the same segment.
  private static func common<Value: RouteValue>(
    _ current: some RoutedStack<Element>, _ elements: [Element], _ value: (Element) -> Value
  ) -> Int {
    var common = min(current.count, elements.count)
    while common > 0,
      !value(current[common - 1]).routeSegment.hasSameBytes(
        as: value(elements[common - 1]).routeSegment)
    {
      common -= 1
    }
    return common
  }
}
