public import CairnCases
import CairnDependencies
import CairnFeatures
public import CustomDump
import IssueReporting
public import OrderedCollections

/// The elements of a navigation stack, each with a permanent ID.
public struct StackState<Element> {
  @usableFromInline var elements: OrderedDictionary<StackElementID, Element> = [:]
  @usableFromInline var nextGeneration = 0

  /// Creates an empty stack.
  public init() {}

  /// The IDs of the elements, from the bottom to the top.
  public var ids: OrderedSet<StackElementID> { elements.keys }

  /// Accesses the element with an ID, or `nil` if there is no such element.
  ///
  /// Assigning `nil` removes only this element. In tests, you can assign an element to a new ID. In an application,
  /// this reports an issue and doesn't change the stack.
  public subscript(id id: StackElementID) -> Element? {
    @inlinable
    _read { yield elements[id] }
    _modify {
      let isNew = elements.index(forKey: id) == nil
      defer { if isNew, elements.index(forKey: id) != nil { admit(id) } }
      yield &elements[id]
    }
  }

  /// Keeps an element that was assigned with a new ID in a test. Outside tests, removes it and reports an issue.
  private mutating func admit(_ id: StackElementID) {
    if DependencyValues._current.context == .test {
      note(id)
    } else {
      elements[id] = nil
      reportUnknown(id)
    }
  }

  private func reportUnknown(_ id: StackElementID) {
    Issue.report(
      """
      An element was assigned to an ID that isn't in the stack (\(id)).

      The stack wasn't changed. To add an element, use 'append', which creates the ID.
      """)
  }

  /// Removes the element with an ID and all elements above it. If there is no such element, this method does nothing.
  public mutating func pop(from id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    elements.removeSubrange(index...)
  }

  /// Removes all elements above the element with an ID. If there is no such element, this method does nothing.
  public mutating func pop(to id: StackElementID) {
    guard let index = elements.index(forKey: id) else { return }
    elements.removeSubrange((index + 1)...)
  }

  /// The ID of the topmost element.
  package var topID: StackElementID? { elements.keys.last }

  @usableFromInline
  mutating func push(_ element: Element, id: StackElementID) {
    elements[id] = element
    note(id)
  }

  /// Marks an ID as used.
  private mutating func note(_ id: StackElementID) {
    nextGeneration = Swift.max(nextGeneration, id.generation + 1)
    StackElementIDs.current.reserve(below: nextGeneration)
  }

  /// The ID that the next element will get.
  package var nextID: StackElementID {
    StackElementID(generation: Swift.max(nextGeneration, StackElementIDs.current.generation))
  }
}

extension StackState: RandomAccessCollection, RangeReplaceableCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  public subscript(position: Int) -> Element {
    _read { yield elements.values[position] }
  }

  public mutating func replaceSubrange(
    _ subrange: Range<Int>, with newElements: some Collection<Element>
  ) {
    let above = elements.elements[subrange.upperBound...].map { ($0.key, $0.value) }
    elements.removeSubrange(subrange.lowerBound...)
    if !newElements.isEmpty {
      let ids = StackElementIDs.current
      for element in newElements {
        let id = ids.take(from: nextGeneration)
        elements[id] = element
        nextGeneration = id.generation + 1
      }
    }
    for (id, element) in above { elements[id] = element }
  }

  // The default implementations would create a new stack, in which all elements get new IDs.

  public mutating func removeAll(keepingCapacity keepCapacity: Bool = false) {
    elements.removeAll(keepingCapacity: keepCapacity)
  }

  public mutating func removeAll(
    where shouldBeRemoved: (_ element: Element) throws -> Bool
  ) rethrows {
    try elements.removeAll { try shouldBeRemoved($0.value) }
  }

  /// Returns a stack with the elements that satisfy a predicate. These elements keep their IDs.
  ///
  /// - Parameter isIncluded: Returns whether to keep an element.
  public func filter(_ isIncluded: (_ element: Element) throws -> Bool) rethrows -> Self {
    var result = self
    try result.removeAll { try !isIncluded($0) }
    return result
  }
}

extension StackState: ExpressibleByArrayLiteral {
  /// Creates a stack of elements, from the bottom to the top.
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension StackState where Element: CasePathable {
  /// Accesses the associated value of the element with an ID, or `nil` if the element is in another case.
  ///
  /// Assigning `nil` removes the element. If the element is in another case, it can't be changed. Cairn then reports an
  /// issue at the location of this code.
  public subscript<Path: CasePath>(
    id id: StackElementID, case keyPath: KeyPath<Element.Cases, Case<Path>>,
    fileID: _SourceText = #fileID, filePath: _SourceText = #filePath,
    line: _SourceNumber = #line, column: _SourceNumber = #column
  ) -> Path.Value? where Path.Root == Element {
    get { self[id: id].flatMap { Element.cases[keyPath: keyPath]._path.extract(from: $0) } }
    set {
      let path = Element.cases[keyPath: keyPath]._path
      if let element = self[id: id], path.extract(from: element) == nil {
        // An optional chain that stops early also writes `nil` here.
        return Issue.otherCase(
          writing: _caseName(of: Path.self), to: element,
          at: _IssueLocation(fileID, filePath, line, column))
      }
      self[id: id] = newValue.map { path.embed($0) }
    }
  }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements == rhs.elements
  }
}

extension StackState: Hashable where Element: Hashable {
  public func hash(into hasher: inout Hasher) {
    elements.hash(into: &hasher)
  }
}

extension StackState: Sendable where Element: Sendable {}

private enum StackCodingKeys: String, CodingKey {
  case ids, elements, next
}

extension StackState: Encodable where Element: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: StackCodingKeys.self)
    try container.encode(Array(elements.keys), forKey: .ids)
    try container.encode(Array(elements.values), forKey: .elements)
    // A stack that has replaced another stack doesn't know the IDs of that stack, so the scene's next ID counts too.
    try container.encode(
      Swift.max(nextGeneration, StackElementIDs.current.generation), forKey: .next)
  }
}

extension StackState: Decodable where Element: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: StackCodingKeys.self)
    var ids = try container.decode([StackElementID].self, forKey: .ids)
    let salvaged = try container.decode([Salvaged<Element>].self, forKey: .elements)
    let values = Array(salvaged.prefix { $0.value != nil }.compactMap(\.value))
    ids.removeLast(Swift.min(ids.count, salvaged.count - values.count))
    nextGeneration = try container.decode(Int.self, forKey: .next)
    guard
      nextGeneration >= 0, ids.count == values.count, Set(ids).count == ids.count,
      ids.allSatisfy({ (0..<nextGeneration).contains($0.generation) })
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .ids, in: container,
        debugDescription: "The IDs of the stack don't match its elements.")
    }
    elements = OrderedDictionary(uniqueKeys: ids, values: values)
    StackElementIDs.current.reserve(below: nextGeneration)
  }
}

extension StackState: CustomReflectable, CustomDumpReflectable {
  public var customMirror: Mirror { customDumpMirror }

  public var customDumpMirror: Mirror {
    Mirror(
      self,
      unlabeledChildren: elements.map { (id: $0.key, element: $0.value) },
      displayStyle: .collection)
  }
}
