/// The screens of a tree, and which can stand on which: as far as the types of its path builders tell,
/// which is all of it but what was erased.
public struct TreeOutline {
  /// A screen of the tree.
  package struct Node {
    package let type: any Screen.Type
    /// The screens that can stand on it, in the order of the tree, each once.
    package fileprivate(set) var successors: [Int] = []
  }

  /// The screens, in the order in which the tree names them, each type once.
  package private(set) var nodes: [Node] = []
  /// The screens that can be the first.
  package private(set) var roots: [Int] = []

  private var indexes: [ObjectIdentifier: Int] = [:]
  private var parent: Int?
  /// The first screens of each tree that was entered, and where else it stands.
  private var trees: [ObjectIdentifier: (firsts: [Int], others: [Int?])] = [:]
  private var entered: [ObjectIdentifier] = []

  /// The outline of a path builder.
  package init<Builder: PathBuilder>(_ builder: Builder.Type) {
    Builder._outline(&self)
    resolveBeginnings()
    for tree in trees.values {
      for other in tree.others { for first in tree.firsts { connect(other, first) } }
    }
  }

  /// Adds a screen that stands here, and what can stand on it.
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

  /// How many screens stand around, and how many stood around the tree that was entered last.
  private var depth = 0
  private var treeDepth = 0
  /// Trees at whose beginning another tree stands.
  private var beginnings: [(outer: ObjectIdentifier, inner: ObjectIdentifier)] = []

  /// Gives each tree the first screens of those at its beginning.
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

  /// Adds what a tree has: once, however often it stands somewhere.
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
