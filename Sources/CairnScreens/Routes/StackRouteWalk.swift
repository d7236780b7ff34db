import CairnBytes

/// A walk that opens the elements of a stack, from the bottom to the top.
struct StackRouteWalk<State, Element> {
  private let elements: ElementRoutes<State, Element>
  /// The elements of the current stack. If the location contains them, they stay, with the text that the user
  /// typed.
  private let current: [Element]
  private(set) var opened: [Element] = []
  /// The number of opened elements that were already on the stack.
  private(set) var common = 0

  init(_ elements: ElementRoutes<State, Element>, current: [Element]) {
    self.elements = elements
    self.current = current
  }

  mutating func open(_ reader: inout LocationReader, _ state: State) -> LocationOpening {
    var isGone = false
    walk: while !reader.segments.isEmpty, reader.closedGuard == nil,
      opened.count < StackRoute<State, Element>.greatestDepth
    {
      let staying = staying(reader.segments)
      var element: Element
      switch elements.make(reader.segments, staying?.length ?? 0, opened, state) {
      case .made(let made, let consumed):
        element = made
        reader.segments.removeFirst(consumed)
      case .gone where staying == nil:
        isGone = true
        break walk
      case .gone, .noMatch:
        guard let staying else { break walk }
        element = staying.element
        reader.segments.removeFirst(staying.length)
        common += 1
      }
      isGone = elements.continuation.open(&element, &reader)
      opened.append(element)
    }
    guard !opened.isEmpty else { return isGone ? .gone : .noMatch }
    return .opened(isPartial: isGone)
  }

  /// Returns the next element of the current stack if the segments begin with its own segments.
  private func staying(_ segments: ArraySlice<String>) -> (element: Element, length: Int)? {
    guard common == opened.count, common < current.count else { return nil }
    let own = elements.segments(current[common])
    guard !own.isEmpty, segments.begins(with: own) else { return nil }
    return (current[common], own.count)
  }
}
