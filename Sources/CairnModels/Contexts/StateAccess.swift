import CairnCases

/// The way from an edge to a state in its container. Used under the store's lock.
class StateAccess<State> {
  /// Reads the state, if it is there.
  func read(_ body: (State) -> Void) { preconditionFailure("implemented by subclasses") }

  /// Changes the state in place, if it is there.
  func modify(_ body: (inout State) -> Void) { preconditionFailure("implemented by subclasses") }

  /// Takes the state out of what may be without it; false where it has to be there.
  func remove() -> Bool { false }
}

/// The whole container of an edge.
final class BoxAccess<State>: StateAccess<State> {
  private unowned let edge: ContainerEdge<State>

  init(_ edge: ContainerEdge<State>) {
    self.edge = edge
  }

  override func read(_ body: (State) -> Void) { body(edge.target.value) }

  override func modify(_ body: (inout State) -> Void) { body(&edge.target.value) }
}

/// What an optional wraps.
final class OptionalAccess<State>: StateAccess<State> {
  private let base: StateAccess<State?>

  init(_ base: StateAccess<State?>) {
    self.base = base
  }

  override func read(_ body: (State) -> Void) {
    base.read { if let state = $0 { body(state) } }
  }

  override func modify(_ body: (inout State) -> Void) {
    base.modify { if $0 != nil { body(&$0!) } }
  }

  override func remove() -> Bool {
    base.modify { $0 = nil }
    return true
  }
}

/// The payload of a case.
final class CaseAccess<Path: CasePath>: StateAccess<Path.Value> {
  private let base: StateAccess<Path.Root>
  private let path: Path

  init(_ base: StateAccess<Path.Root>, _ path: Path) {
    self.base = base
    self.path = path
  }

  override func read(_ body: (Path.Value) -> Void) {
    base.read { if let value = path.extract(from: $0) { body(value) } }
  }

  override func modify(_ body: (inout Path.Value) -> Void) {
    base.modify { _ = path.modify(&$0, body) }
  }

  override func remove() -> Bool { base.remove() }
}

/// An element of an array.
final class ArrayAccess<Element: ModelContainer>: StateAccess<Element.StateContainer> {
  private let base: StateAccess<[Element.StateContainer]>
  private let key: AnyHashable
  /// Where the element was found last.
  private var hint: Int

  init(_ base: StateAccess<[Element.StateContainer]>, key: AnyHashable, hint: Int) {
    self.base = base
    self.key = key
    self.hint = hint
  }

  override func read(_ body: (Element.StateContainer) -> Void) {
    base.read { if let index = index(in: $0) { body($0[index]) } }
  }

  override func modify(_ body: (inout Element.StateContainer) -> Void) {
    base.modify { if let index = index(in: $0) { body(&$0[index]) } }
  }

  override func remove() -> Bool {
    base.modify { if let index = index(in: $0) { $0.remove(at: index) } }
    return true
  }

  private func index(in elements: [Element.StateContainer]) -> Int? {
    if elements.indices.contains(hint), Element.elementKey(at: hint, of: elements) == key {
      return hint
    }
    guard let found = Element.elementKeys(of: elements).firstIndex(of: key) else { return nil }
    hint = found
    return found
  }
}

/// An element of an identified array.
final class IdentifiedAccess<ID: Hashable, Element>: StateAccess<Element> {
  private let base: StateAccess<IdentifiedArray<ID, Element>>
  private let id: ID

  init(_ base: StateAccess<IdentifiedArray<ID, Element>>, id: ID) {
    self.base = base
    self.id = id
  }

  override func read(_ body: (Element) -> Void) {
    base.read { if let element = $0[id: id] { body(element) } }
  }

  override func modify(_ body: (inout Element) -> Void) {
    base.modify { if let index = $0.index(id: id) { body(&$0[index]) } }
  }

  override func remove() -> Bool {
    base.modify { $0[id: id] = nil }
    return true
  }
}

/// An element of a container of one's own.
final class ElementAccess<Container, Element>: StateAccess<Element> {
  private let base: StateAccess<Container>
  private let get: (Container) -> Element?
  private let set: (inout Container, Element) -> Void

  init(
    _ base: StateAccess<Container>, get: @escaping (Container) -> Element?,
    set: @escaping (inout Container, Element) -> Void
  ) {
    self.base = base
    self.get = get
    self.set = set
  }

  override func read(_ body: (Element) -> Void) {
    base.read { if let element = get($0) { body(element) } }
  }

  override func modify(_ body: (inout Element) -> Void) {
    base.modify { container in
      guard var element = get(container) else { return }
      body(&element)
      set(&container, element)
    }
  }
}
