import CairnBytes

/// The segments of a stack whose elements each have their own segments.
struct ElementRoutes<State, Element> {
  let segments: (Element) -> [String]
  /// Returns the number of segments that belong to the first element, or `nil` if the first segments aren't an
  /// element's. It doesn't make the element, and is 0 if any segment could be an element's.
  let match: (ArraySlice<String>) -> Int?
  /// Makes the element for the first segments from the elements before it. The element must have more than
  /// `beyond` segments.
  let make: (ArraySlice<String>, _ beyond: Int, [Element], State) -> LocationMaking<Element>
  let continuation: ChildRoutes<Element>
  let outline: (inout LocationOutline) -> Void
}

extension ElementRoutes {
  init(_ kinds: [RouteSegment<State, Element>]) {
    segments = { element in
      kinds.lazy.compactMap { $0.segments(element) }.first ?? []
    }
    match = { segments in kinds.compactMap { $0.match(segments) }.max() }
    let longestFirst = kinds.enumerated()
      .sorted { ($1.element.length, $0.offset) < ($0.element.length, $1.offset) }
      .map(\.element)
    make = { segments, beyond, before, state in
      var isGone = false
      for kind in longestFirst where kind.length > beyond {
        switch kind.make(segments, before, state) {
        case .noMatch: continue
        case .gone: isGone = true
        case .made(let element, let consumed): return .made(element, consumed: consumed)
        }
      }
      return isGone ? .gone : .noMatch
    }
    continuation = ChildRoutes(
      write: { element, writer in
        kinds.first { $0.segments(element) != nil }?.continuation.write(element, &writer)
      },
      open: { element, reader in
        let kind = kinds.first { $0.segments(element) != nil }
        return kind?.continuation.open(&element, &reader) ?? false
      })
    outline = { outline in
      outline.addStack(kinds.map { ($0.pattern(), $0.type, $0.continuation.outline) })
    }
  }

  init(
    segment: @escaping (Element) -> String,
    open: @escaping (String, [Element], State) -> Element?,
    continuation: ChildRoutes<Element>
  ) {
    segments = { [segment($0)] }
    match = { _ in 0 }
    make = { segments, beyond, before, state in
      guard beyond < 1, let first = segments.first else { return .noMatch }
      return open(first, before, state).map { .made($0, consumed: 1) } ?? .gone
    }
    self.continuation = continuation
    outline = { $0.addStack([(["{element}"], Element.self, continuation.outline)]) }
  }

  init(
    segments write: @escaping (Element) -> [String],
    open: @escaping (ArraySlice<String>, [Element], State) -> Element?,
    continuation: ChildRoutes<Element>
  ) {
    segments = write
    match = { _ in 0 }
    make = { segments, beyond, before, state in
      guard let element = open(segments, before, state) else { return .gone }
      let own = write(element)
      guard !own.isEmpty, segments.begins(with: own) else { return .gone }
      return own.count > beyond ? .made(element, consumed: own.count) : .noMatch
    }
    self.continuation = continuation
    outline = { $0.addStack([(["{element}"], Element.self, continuation.outline)]) }
  }
}

extension StackRoute {
  /// The maximum number of elements that a URL can open, which is more than people open themselves.
  static var greatestDepth: Int { 64 }

  init(
    _ path: WritableKeyPath<State, some RoutedStack<Element>>,
    _ elements: ElementRoutes<State, Element>
  ) {
    self.init(
      path,
      write: { stack, writer in
        for element in stack {
          writer.segments += elements.segments(element)
          elements.continuation.write(element, &writer)
        }
      },
      match: elements.match,
      open: { reader, state in
        var walk = StackRouteWalk(elements, current: Array(state[keyPath: path]))
        let opening = walk.open(&reader, state)
        guard case .opened = opening else { return opening }
        // The elements that are in both stacks keep their identity. The elements on top of them are removed.
        for index in 0..<walk.common {
          state[keyPath: path]._replaceElement(at: index, with: walk.opened[index])
        }
        let above = state[keyPath: path].count - walk.common
        if above > 0 { state[keyPath: path].removeLast(above) }
        state[keyPath: path].append(contentsOf: walk.opened.dropFirst(walk.common))
        return opening
      }, outline: elements.outline)
  }
}
