/// The screens of a tree, and the screens that can be on top of each of them.
///
/// The outline is based on the types of the path builders. It includes everything except for types that were
/// erased.
public struct TreeOutline {
  /// A screen of the tree.
  package struct Node {
    package let type: any Screen.Type
    /// The screens that can be on top of it, without duplicates, in the order of the tree.
    package fileprivate(set) var successors: [Int] = []
  }

  /// The types of screens, without duplicates, in the order of the tree.
  package private(set) var nodes: [Node] = []
  /// The screens that can be first.
  package private(set) var roots: [Int] = []

  private var indexes: [ObjectIdentifier: Int] = [:]
  private var parent: Int?
  /// The first screens of each tree that was entered, and the other screens that the tree is nested in.
  private var trees: [ObjectIdentifier: (firsts: [Int], others: [Int?])] = [:]
  private var entered: [ObjectIdentifier] = []

  /// Creates the outline of a path builder.
  package init<Builder: PathBuilder>(_ builder: Builder.Type) {
    Builder._outline(&self)
    resolveBeginnings()
    for tree in trees.values {
      for other in tree.others { for first in tree.firsts { connect(other, first) } }
    }
  }

  /// Adds a screen at this position, and the screens that can be on top of it.
  public mutating func add<S: Screen>(_ type: S.Type, _ successors: (inout TreeOutline) -> Void) {
    let index = index(of: type)
    connect(parent, index)
    if let tree = entered.last, treeDepth == depth { trees[tree]?.firsts.append(index) }
    let outer = (parent, treeDepth)
    parent = index
    depth += 1
    successors(&self)
    depth -= 1
    (parent, treeDepth) = outer
  }

  /// The number of screens around the current position, and around the tree that was entered last.
  private var depth = 0
  private var treeDepth = 0
  /// The trees that begin with another tree.
  private var beginnings: [(outer: ObjectIdentifier, inner: ObjectIdentifier)] = []

  /// Adds the first screens of inner trees to the outer trees that begin with them.
  private mutating func resolveBeginnings() {
    var isChanged = true
    while isChanged {
      isChanged = false
      for (outer, inner) in beginnings {
        let known = trees[outer]?.firsts ?? []
        let new = (trees[inner]?.firsts ?? []).filter { !known.contains($0) }
        guard !new.isEmpty else { continue }
        trees[outer]?.firsts += new
        isChanged = true
      }
    }
  }

  /// Adds the screens of a tree. They're added once, even if the tree is nested in several screens.
  public mutating func enter<Tree>(_ tree: Tree.Type, _ content: (inout TreeOutline) -> Void) {
    let id = ObjectIdentifier(tree)
    if let around = entered.last, treeDepth == depth { beginnings.append((around, id)) }
    guard trees[id] == nil else {
      trees[id]?.others.append(parent)
      return
    }
    trees[id] = ([], [])
    entered.append(id)
    let outer = treeDepth
    treeDepth = depth
    content(&self)
    treeDepth = outer
    entered.removeLast()
  }

  private mutating func index<S: Screen>(of type: S.Type) -> Int {
    if let index = indexes[ObjectIdentifier(type)] { return index }
    nodes.append(Node(type: type))
    indexes[ObjectIdentifier(type)] = nodes.count - 1
    return nodes.count - 1
  }

  private mutating func connect(_ parent: Int?, _ child: Int) {
    if let parent {
      if !nodes[parent].successors.contains(child) { nodes[parent].successors.append(child) }
    } else if !roots.contains(child) {
      roots.append(child)
    }
  }
}
