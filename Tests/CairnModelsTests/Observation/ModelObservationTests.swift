import CairnModels
import Testing

/// Tests the values that observers of a model's state receive.
@Suite(.timeLimit(.minutes(30))) struct ModelObservationTests {
  private let store = Store<CountersModel>(initialState: .init())

  private func read<Value>(_ count: Int, of stream: ModelStream<Value>) async -> [Value] {
    var values: [Value] = []
    for await value in stream {
      values.append(value)
      if values.count == count { break }
    }
    return values
  }

  @Test func `The values sequence begins with the current value, and changes don't`() async {
    let header = store.model.$header
    header.incrementTapped()
    let values = header.values(of: \.count)
    let changes = header.changes(of: \.count)
    for _ in 0..<3 { header.incrementTapped() }
    #expect(await read(4, of: values) == [1, 2, 3, 4])
    #expect(await read(3, of: changes) == [2, 3, 4])
  }

  @Test func `Only distinct values are delivered`() async {
    let header = store.model.$header
    let values = header.values(of: \.isEven)
    for count in [2, 4, 5, 7, 7, 8] { header.set(count) }
    #expect(await read(3, of: values) == [true, false, true])
  }

  @Test func `Parents see changes of children, and children see changes by parents`() async {
    let model = store.model
    let header = model.$header
    let above = model.changes(of: \.header.count)
    let below = header.changes(of: \.count)
    header.set(1)
    model.change { $0.header.count = 2 }
    model.change { $0.header = .init(count: 3) }
    #expect(await read(3, of: above) == [1, 2, 3])
    #expect(await read(3, of: below) == [1, 2, 3])
  }

  @Test func `A computed sum is observed`() async {
    let model = store.model
    let sums = model.values(of: \.sum)
    model.addTapped(id: 1)
    model.addTapped(id: 2)
    for row in model.$counters { row.$counter.incrementTapped() }
    model.remove(id: 1)
    #expect(await read(4, of: sums) == [0, 1, 2, 1])
  }

  @Test func `An expression over several models is observed`() async {
    let model = store.model
    let header = model.$header
    let products = header.values(of: header.count * model.sum)
    header.set(2)
    model.addTapped(id: 1)
    model.$counters[0].$counter.incrementTapped()
    header.set(3)
    #expect(await read(3, of: products) == [0, 2, 3])
  }

  @Test func `An observed expression ends with its model`() async {
    let model = store.model
    model.addTapped(id: 1)
    let counter = model.$counters[0].$counter
    let sums = counter.values(of: counter.count + model.header.count)
    counter.incrementTapped()
    model.remove(id: 1)
    model.$header.set(7)
    var received: [Int] = []
    for await sum in sums { received.append(sum) }
    #expect(received == [0, 1])
  }

  @Test func `A change is delivered with the previous value`() async {
    let header = store.model.$header
    let (pairs, pair) = AsyncStream<[Int]>.makeStream()
    header.onChange(of: \.count) { old, new in pair.yield([old, new]) }
    header.onChange(of: header.count / 10) { old, new in pair.yield([old, new, 0]) }
    for count in [1, 1, 3, 12] { header.set(count) }
    var received: [[Int]] = []
    for await next in pairs {
      received.append(next)
      if received.count == 4 { break }
    }
    #expect(received.filter { $0.count == 2 } == [[0, 1], [1, 3], [3, 12]])
    #expect(received.filter { $0.count == 3 } == [[0, 1, 0]])
  }

  @Test func `A transaction is one change`() async {
    let model = store.model
    let header = model.$header
    let counts = header.values(of: \.count)
    let sums = model.values(of: model.header.count)
    header.transaction {
      for count in 1...5 { header.set(count) }
      // A transaction sees its own writes.
      #expect(header.count == 5)
      model.transaction { header.set(6) }
    }
    header.set(7)
    #expect(await read(3, of: counts) == [0, 6, 7])
    #expect(await read(3, of: sums) == [0, 6, 7])
  }

  @Test func `Writes before a transaction throws are kept`() async {
    let header = store.model.$header
    let counts = header.values(of: \.count)
    #expect(throws: CancellationError.self) {
      try header.transaction {
        header.set(1)
        header.set(2)
        throw CancellationError()
      }
    }
    #expect(await read(2, of: counts) == [0, 2])
  }

  @Test func `A values sequence ends with its model`() async {
    let model = store.model
    model.addTapped(id: 1)
    let counter = model.$counters[0].$counter
    let values = counter.values(of: \.count)
    counter.incrementTapped()
    model.remove(id: 1)
    counter.incrementTapped()
    var received: [Int] = []
    for await value in values { received.append(value) }
    #expect(received == [0, 1])
    var late: [Int] = []
    for await value in counter.values(of: \.count) { late.append(value) }
    #expect(late == [1])
  }

  @Test func `A task that iterates values can be canceled`() async {
    let values = store.model.$header.values(of: \.count)
    let reader = Task {
      var received: [Int] = []
      for await value in values { received.append(value) }
      return received
    }
    while store.model.$header.count == 0 {
      store.model.$header.set(1)
      await Task.yield()
    }
    reader.cancel()
    #expect(await reader.value.count <= 2)
  }

  @Test(arguments: 0..<4)
  func `Each value is delivered once and in order under concurrent writes`(_: Int) async {
    let header = store.model.$header
    let values = header.values(of: \.count)
    let count = 2000
    async let received = read(count + 1, of: values)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<count / 4 { header.incrementTapped() } }
      }
    }
    #expect(await received == Array(0...count))
  }
}

extension CounterModel.State {
  fileprivate var isEven: Bool { count.isMultiple(of: 2) }
}
