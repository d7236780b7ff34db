import CairnCases
import CairnReducers
import Testing

@MainActor
struct SharedTests {
  struct Settings: Equatable, Sendable {
    var name = "Blob"
    var size = 1
    var initial: Character? { name.first }
  }

  struct Todo: Equatable, Identifiable, Sendable {
    let id: Int
    var isDone = false
  }

  @Test func `Copies of a shared value see its changes`() {
    let count = Shared(value: 0)
    let other = count
    other.withLock { $0 += 1 }
    #expect(count.wrappedValue == 1)
  }

  @Test func `The withLock method returns the result of its closure`() {
    @Shared(value: 2) var count
    let doubled = $count.withLock { count -> Int in
      count += 1
      return count * 2
    }
    #expect(doubled == 6)
    #expect(count == 3)
  }

  @Test func `A throwing closure changes nothing`() {
    struct Failure: Error {}
    @Shared(value: 2) var count
    #expect(throws: Failure.self) {
      try $count.withLock {
        $0 = 3
        throw Failure()
      }
    }
    #expect(count == 2)
  }

  @Test func `A part of a value can be shared`() {
    @Shared(value: Settings()) var settings
    let name = $settings.name
    name.withLock { $0 = "Blob Jr" }
    #expect(settings == Settings(name: "Blob Jr"))
    $settings.withLock { $0.name = "Blob Sr" }
    #expect(name.wrappedValue == "Blob Sr")
  }

  @Test func `A read-only part can be read`() {
    @Shared(value: Settings()) var settings
    let initial = $settings.initial
    $settings.name.withLock { $0 = "Ann" }
    #expect(initial.wrappedValue == "A")
  }

  @Test func `An optional unwraps to a shared value`() throws {
    @Shared(value: nil) var settings: Settings?
    #expect(Shared($settings) == nil)
    $settings.withLock { $0 = Settings() }
    let unwrapped = try #require(Shared($settings))
    unwrapped.withLock { $0.size = 2 }
    #expect(settings?.size == 2)
  }

  @Test func `An unwrapped value that's gone keeps its last value and ignores changes`() throws {
    @Shared(value: Settings()) var settings: Settings?
    let unwrapped = try #require(Shared($settings))
    unwrapped.withLock { $0.size = 2 }
    #expect(unwrapped.size.wrappedValue == 2)
    $settings.withLock { $0 = nil }
    unwrapped.withLock { $0.size = 3 }
    #expect(settings == nil)
    #expect(unwrapped.wrappedValue.size == 2)
  }

  @Test func `A removed value keeps its last change even if it wasn't read`() throws {
    @Shared(value: Settings()) var settings: Settings?
    let unwrapped = try #require(Shared($settings))
    unwrapped.withLock { $0.size = 2 }
    $settings.withLock { $0 = nil }
    #expect(unwrapped.wrappedValue.size == 2)
  }

  @Test func `An element is found by its ID after moving`() throws {
    @Shared(value: [Todo(id: 1), Todo(id: 2)]) var todos: IdentifiedArrayOf<Todo>
    let second = try #require(Shared($todos[id: 2]))
    $todos.withLock { $0.remove(id: 1) }
    second.withLock { $0.isDone = true }
    #expect(todos == [Todo(id: 2, isDone: true)])
    #expect(Shared($todos[id: 1]) == nil)
  }

  @Test func `Each element of an array can be shared`() {
    @Shared(value: [Todo(id: 1), Todo(id: 2)]) var todos: IdentifiedArrayOf<Todo>
    for todo in $todos.elements() { todo.isDone.withLock { $0 = true } }
    #expect(todos.map(\.isDone) == [true, true])
    #expect($todos.elements().map(\.id) == [1, 2])
  }

  @Test func `An element by index keeps its last value after its index is gone`() {
    @Shared(value: [1, 2]) var numbers
    let second = $numbers[1]
    let reader = SharedReader($numbers)[1]
    second.withLock { $0 = 3 }
    #expect(numbers == [1, 3])
    #expect(reader.wrappedValue == 3)
    $numbers.withLock { $0 = [5] }
    second.withLock { $0 = 4 }
    #expect(numbers == [5])
    #expect(second.wrappedValue == 3)
    #expect(reader.wrappedValue == 3)
  }

  @Test func `Values of a dictionary can be shared`() throws {
    @Shared(value: ["a": 1]) var counts
    let count = try #require(Shared($counts["a"]))
    count.withLock { $0 = 2 }
    #expect(counts == ["a": 2])
    $counts["b"].withLock { $0 = 3 }
    #expect(counts == ["a": 2, "b": 3])
    #expect(SharedReader($counts)["b"].wrappedValue == 3)
    #expect(Shared($counts["c"]) == nil)
  }

  struct Grid: Equatable, Sendable {
    var cells = [1, 2]
    subscript(row: Int) -> Int {
      get { cells[row] }
      set { cells[row] = newValue }
    }
    subscript(id id: String) -> Int? { cells.first }
  }

  @Test func `The subscripts of other types can be shared`() {
    @Shared(value: Grid()) var grid
    $grid[1].withLock { $0 = 5 }
    #expect(grid.cells == [1, 5])
    #expect($grid[id: "a"].wrappedValue == 1)
    #expect($grid.cells[0...0].wrappedValue == [1])
  }

  @Test func `A reader sees changes`() {
    @Shared(value: Settings()) var settings
    @SharedReader var reader: Settings
    _reader = SharedReader($settings)
    let size = $reader.size
    $settings.size.withLock { $0 = 5 }
    #expect(reader.size == 5)
    #expect(size.wrappedValue == 5)
    #expect(SharedReader.constant(3).wrappedValue == 3)
  }

  @Test func `Equality compares values`() {
    let first = Shared(value: 1)
    let second = Shared(value: 1)
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    second.withLock { $0 = 2 }
    #expect(first != second)
    #expect(SharedReader(first) != SharedReader(second))
    #expect(Set([Shared(value: 1), Shared(value: 1)]).count == 1)
  }

  @Test func `A shared value has the ID of its value`() {
    #expect(Shared(value: Todo(id: 7)).id == 7)
  }

  @Test func `A shared value prints its value`() {
    #expect(String(describing: Shared(value: 1)) == "Shared(1)")
    #expect(String(describing: SharedReader.constant(1)) == "SharedReader(1)")
  }

  @Test func `Another value can be changed inside a change`() {
    @Shared(value: 1) var first
    @Shared(value: 10) var second
    $first.withLock { first in
      $second.withLock { $0 += first }
      first = second
    }
    #expect(first == 11)
    #expect(second == 11)
  }

  @Test func `Reading inside a change returns the previous value`() {
    @Shared(value: 1) var count
    $count.withLock {
      $0 = 2
      #expect(count == 1)
    }
    #expect(count == 2)
  }

  @Test func `A nested change of the same value is reported and dropped`() async {
    @Shared(value: Settings()) var settings
    await expectIssue("changed inside another change of the same value", line: #line + 2) {
      $settings.withLock { settings in
        $settings.name.withLock { $0 = "inner" }
        settings.size = 2
      }
    }
    #expect(settings == Settings(name: "Blob", size: 2))
    $settings.name.withLock { $0 = "later" }
    #expect(settings.name == "later")
  }
}
