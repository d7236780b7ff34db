public import CairnReducers
public import CairnViews
import OrderedCollections

/// The path of a navigation stack in a feature's state, with a store for each element.
public struct StorePath<ElementState, ElementAction>: NavigationStackPath {
  private var elements: StackState<ElementState>
  private let element: (StackElementID) -> Store<ElementState, ElementAction>?
  /// The state that a link pushed. The feature chooses its ID.
  private(set) var pushed: ElementState?

  init(
    elements: StackState<ElementState>,
    element: @escaping (StackElementID) -> Store<ElementState, ElementAction>?
  ) {
    self.elements = elements
    self.element = element
  }

  public var count: Int { elements.count }

  public func element(at index: Int) -> Store<ElementState, ElementAction> {
    guard let store = element(elements.ids[index]) else {
      preconditionFailure("A navigation stack changed while it was being rendered.")
    }
    return store
  }

  public func identity(at index: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: elements.ids[index].generation)
  }

  public mutating func removeLast() {
    elements.removeLast()
  }

  public mutating func append(value: Any) -> Bool {
    guard let value = value as? ElementState else { return false }
    pushed = value
    return true
  }
}
