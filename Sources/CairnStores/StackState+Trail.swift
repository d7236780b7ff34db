public import CairnReducers
public import CairnScreens
import OrderedCollections

extension StackState: RoutedStack {
  public mutating func _replaceElement(at index: Int, with element: Element) {
    self[id: ids[index]] = element
  }
}
