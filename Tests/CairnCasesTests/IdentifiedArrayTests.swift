import CairnCases
import Foundation
import Testing

private struct Item: Identifiable, Hashable, Codable, Comparable {
  var id: Int
  var name = ""

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.name < rhs.name }
}

@Suite struct IdentifiedArrayTests {
  private var items: IdentifiedArrayOf<Item> = [
    Item(id: 1, name: "Keyboard"), Item(id: 2, name: "Monitor"), Item(id: 3, name: "Mouse"),
  ]

  private func ids(_ items: IdentifiedArrayOf<Item>) -> [Int] {
    for (index, id) in items.ids.enumerated() {
      #expect(items.index(id: id) == index)
      #expect(items[id: id] == items[index])
      #expect(items[index].id == id)
    }
    return Array(items.ids)
  }

  // MARK: Access

  @Test func `Elements are found by ID and position`() {
    #expect(items.count == 3)
    #expect(items[1].name == "Monitor")
    #expect(items[id: 2]?.name == "Monitor")
    #expect(items[id: 9] == nil)
    #expect(items.index(id: 3) == 2)
    #expect(items.index(id: 9) == nil)
    #expect(items.contains(id: 1))
    #expect(!items.contains(id: 9))
    #expect(items.elements.map(\.id) == [1, 2, 3])
    #expect(items.first?.id == 1)
    #expect(items.last?.id == 3)
    #expect(items.map(\.name) == ["Keyboard", "Monitor", "Mouse"])
  }

  @Test func `An element is changed by ID`() {
    var items = items
    items[id: 2]?.name = "Display"
    #expect(items[1].name == "Display")
    items[id: 9]?.name = "Nobody"
    #expect(items.count == 3)
    #expect(ids(items) == [1, 2, 3])
  }

  @Test func `An element is set by ID`() {
    var items = items
    items[id: 2] = Item(id: 2, name: "Display")
    items[id: 4] = Item(id: 4, name: "Webcam")
    #expect(ids(items) == [1, 2, 3, 4])
    #expect(items[1].name == "Display")
    items[id: 1] = nil
    #expect(ids(items) == [2, 3, 4])
  }

  @Test func `An element is changed by position`() {
    var items = items
    items[0].name = "Keys"
    items[2] = Item(id: 3, name: "Trackball")
    #expect(items.map(\.name) == ["Keys", "Monitor", "Trackball"])
    #expect(ids(items) == [1, 2, 3])
  }

  @Test func `Copies are independent`() {
    var items = items
    let copy = items
    items[id: 1]?.name = "Keys"
    #expect(copy[id: 1]?.name == "Keyboard")
  }

  @Test func `An element is changed in place`() {
    // Each element records whether its storage was shared when it changed.
    var boxes = IdentifiedArrayOf<Boxed>(uniqueElements: (0..<10).map { Boxed(id: $0) })
    boxes[id: 3]?.change()
    boxes[7].change()
    #expect(boxes[id: 3]?.copies == 0)
    #expect(boxes[7].copies == 0)
    #expect(boxes[id: 3]?.value == 1)
    // The array's storage isn't copied either.
    func address() -> UnsafeRawPointer? {
      boxes.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
    }
    let before = address()
    boxes[id: 3]?.change()
    boxes[id: 9]?.change()
    boxes[0].change()
    #expect(before != nil)
    #expect(address() == before)
  }

  @Test func `Changing an ID is reported, and the former ID stays`() {
    var items = items
    func expectIssue(_ body: () -> Void) {
      withKnownIssue {
        body()
      } matching: {
        "\($0)".contains("The ID of an element of type Item was changed from 1 to 7.")
      }
    }
    expectIssue { items[id: 1]?.id = 7 }
    #expect(items[id: 1]?.id == 7)
    #expect(items[id: 7] == nil)
    items[0].id = 1
    expectIssue { items[0].id = 7 }
    items[0].id = 1
    expectIssue { items[0] = Item(id: 7) }
    items[0] = Item(id: 1)
    expectIssue { items[id: 1] = Item(id: 7) }
    #expect(Array(items.ids) == [1, 2, 3])
  }

  // MARK: Initializers

  @Test func `Elements can be identified by a property`() {
    var names = IdentifiedArray(uniqueElements: ["a", "bb", "ccc"], id: \.count)
    #expect(names[id: 2] == "bb")
    #expect(names.append("dd") == (false, 1))
    #expect(names.append("dddd") == (true, 3))
    let none = IdentifiedArray<Int, String>(id: \.count)
    #expect(none.isEmpty)
    let unchecked = IdentifiedArray(uncheckedUniqueElements: ["a", "bb"], id: \.count)
    #expect(unchecked[id: 2] == "bb")
    let joined = IdentifiedArray(["a", "b", "cc"], id: \.count) { $0 + $1 }
    #expect(joined.elements == ["ab", "cc"])
  }

  @Test func `Duplicates are reported, and the first stays`() {
    var items: IdentifiedArrayOf<Item> = []
    withKnownIssue {
      items = [Item(id: 1, name: "first"), Item(id: 1, name: "second")]
    } matching: {
      "\($0)".contains("have the ID 1.")
    }
    #expect(items.elements == [Item(id: 1, name: "first")])
  }

  @Test func `Duplicates can be combined`() {
    let items = IdentifiedArray([Item(id: 1, name: "a"), Item(id: 2), Item(id: 1, name: "b")]) {
      Item(id: $0.id, name: $0.name + $1.name)
    }
    #expect(items.elements == [Item(id: 1, name: "ab"), Item(id: 2)])
  }

  @Test func `Unchecked elements are found`() {
    let items = IdentifiedArray(uncheckedUniqueElements: [Item(id: 1), Item(id: 2)])
    #expect(ids(items) == [1, 2])
  }

  // MARK: Insertion

  @Test func `Appending keeps an existing element`() {
    var items = items
    #expect(items.append(Item(id: 4)) == (true, 3))
    #expect(items.append(Item(id: 2, name: "Display")) == (false, 1))
    #expect(items[id: 2]?.name == "Monitor")
    items.append(contentsOf: [Item(id: 4), Item(id: 5)])
    #expect(ids(items) == [1, 2, 3, 4, 5])
  }

  @Test func `Updating replaces an existing element`() {
    var items = items
    #expect(items.updateOrAppend(Item(id: 2, name: "Display"))?.name == "Monitor")
    #expect(items.updateOrAppend(Item(id: 4)) == nil)
    #expect(items.updateOrInsert(Item(id: 5), at: 0) == (nil, 0))
    #expect(items.updateOrInsert(Item(id: 4, name: "x"), at: 0) == (Item(id: 4), 4))
    #expect(ids(items) == [5, 1, 2, 3, 4])
    #expect(items[id: 2]?.name == "Display")
  }

  @Test func `An element is inserted at a position`() {
    var items = items
    #expect(items.insert(Item(id: 4), at: 0) == (true, 0))
    #expect(items.insert(Item(id: 2), at: 0) == (false, 2))
    #expect(ids(items) == [4, 1, 2, 3])
  }

  @Test func `An element is updated at a position`() {
    var items = items
    #expect(items.update(Item(id: 7), at: 0).id == 1)
    #expect(ids(items) == [7, 2, 3])
    withKnownIssue {
      #expect(items.update(Item(id: 3, name: "x"), at: 0).name == "x")
    } matching: {
      "\($0)".contains("have the ID 3.")
    }
    #expect(ids(items) == [7, 2, 3])
  }

  // MARK: Removal

  @Test func `Elements are removed by ID, position, and value`() {
    var items = items
    #expect(items.remove(id: 2)?.name == "Monitor")
    #expect(items.remove(id: 2) == nil)
    #expect(ids(items) == [1, 3])
    #expect(items.remove(at: 1).id == 3)
    #expect(items.remove(Item(id: 1))?.name == "Keyboard")
    #expect(items.isEmpty)
    #expect(items.popLast() == nil)
  }

  @Test func `Several elements are removed`() {
    let many = IdentifiedArray(uniqueElements: (0..<10).map { Item(id: $0) })
    var items = many
    items.removeAll { $0.id.isMultiple(of: 2) }
    #expect(ids(items) == [1, 3, 5, 7, 9])
    items.removeSubrange(1..<3)
    #expect(ids(items) == [1, 7, 9])
    items.removeSubrange(2...)
    #expect(ids(items) == [1, 7])
    items = many
    items.remove(atOffsets: IndexSet([1, 3, 9]))
    #expect(ids(items) == [0, 2, 4, 5, 6, 7, 8])
    #expect(items.removeFirst().id == 0)
    #expect(items.removeLast().id == 8)
    items.removeFirst(2)
    items.removeLast(1)
    #expect(ids(items) == [5, 6])
    #expect(items.popLast()?.id == 6)
    items.removeAll()
    #expect(ids(items) == [])
  }

  @Test func `Filtering returns an identified array`() {
    let odd: IdentifiedArrayOf<Item> = items.filter { $0.id != 2 }
    #expect(ids(odd) == [1, 3])
  }

  // MARK: Order

  @Test func `Elements are reordered`() {
    var items = items
    items.reverse()
    #expect(ids(items) == [3, 2, 1])
    items.sort()
    #expect(ids(items) == [1, 2, 3])
    items.sort { $0.id > $1.id }
    #expect(ids(items) == [3, 2, 1])
    items.swapAt(0, 2)
    #expect(ids(items) == [1, 2, 3])
    #expect(items.partition { $0.id == 1 } == 2)
    #expect(items.last?.id == 1)
    items.shuffle()
    #expect(Set(ids(items)) == [1, 2, 3])
    var generator = SystemRandomNumberGenerator()
    items.shuffle(using: &generator)
    #expect(Set(ids(items)) == [1, 2, 3])
  }

  @Test func `Moving follows SwiftUI's rules for lists`() {
    // Like SwiftUI's `Array.move(fromOffsets:toOffset:)`, offsets refer to the order before the move.
    let many = IdentifiedArray(uniqueElements: (0..<6).map { Item(id: $0) })
    var items = many
    items.move(fromOffsets: IndexSet([0, 4]), toOffset: 3)
    #expect(ids(items) == [1, 2, 0, 4, 3, 5])
    items = many
    items.move(fromOffsets: [0], toOffset: 6)
    #expect(ids(items) == [1, 2, 3, 4, 5, 0])
    items = many
    items.move(from: 0, to: 3)
    #expect(ids(items) == [1, 2, 0, 3, 4, 5])
    items.move(from: 5, to: 0)
    #expect(ids(items) == [5, 1, 2, 0, 3, 4])
    items.move(from: 0, to: 6)
    #expect(ids(items) == [1, 2, 0, 3, 4, 5])
  }

  // MARK: Conformances

  @Test func `Equality compares elements and their order`() {
    var other = items
    #expect(other == items)
    #expect(other.hashValue == items.hashValue)
    other.reverse()
    #expect(other != items)
    other.reverse()
    other[0].name = "x"
    #expect(other != items)
  }

  @Test func `An identified array is coded as an array`() throws {
    let data = try JSONEncoder().encode(items)
    #expect(try JSONDecoder().decode([Item].self, from: data) == items.elements)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: data) == items)
    let twice = try JSONEncoder().encode([Item(id: 1), Item(id: 1)])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Item>.self, from: twice)
    }
  }

  @Test func `The description contains the elements`() {
    let names = IdentifiedArray(uniqueElements: ["a", "bb"], id: \.count)
    #expect(names.description == #"["a", "bb"]"#)
    #expect(names.debugDescription == #"IdentifiedArray<Int, String>(["a", "bb"])"#)
    #expect(Mirror(reflecting: names).displayStyle == .collection)
    #expect(Mirror(reflecting: names).children.count == 2)
  }
}

/// Counts how often its shared storage was copied for a change.
private struct Boxed: Identifiable {
  private final class Storage {
    var value = 0
  }

  let id: Int
  private(set) var copies = 0
  private var storage = Storage()

  init(id: Int) {
    self.id = id
  }

  var value: Int { storage.value }

  mutating func change() {
    if !isKnownUniquelyReferenced(&storage) {
      copies += 1
      let copy = Storage()
      copy.value = storage.value
      storage = copy
    }
    storage.value += 1
  }
}
