import CairnServer
import Testing

@Suite struct RecencyListTests {
  let start = ContinuousClock.now

  @Test func `The least recently used value comes first`() {
    var list = RecencyList<String, Int>()
    #expect(list.leastRecent == nil)
    for (index, key) in ["a", "b", "c"].enumerated() {
      list.insert(index, for: key, at: start)
    }
    #expect(list.leastRecent?.key == "a")
    list.touch("a", at: start.advanced(by: .seconds(1)))
    #expect(list.leastRecent?.key == "b")
    list.insert(9, for: "b", at: start)
    #expect(list.leastRecent?.key == "c")
    #expect(list.peek("b")?.value == 9)
    list.touch("unknown", at: start)
    #expect(list.count == 3)
  }

  /// Compares the list with an array that does the same slowly.
  @Test func `The list behaves like an ordered array`() {
    var numbers = RepeatableNumbers(seed: 5)
    var list = RecencyList<Int, Int>()
    var model: [(key: Int, value: Int)] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<40, using: &numbers)
      let known = model.firstIndex { $0.key == key }
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0:
        list.insert(step, for: key, at: start)
        if let known { model.remove(at: known) }
        model.append((key, step))
      case 1:
        list.touch(key, at: start)
        if let known { model.append(model.remove(at: known)) }
      case 2:
        let removed = list.remove(key)
        #expect(removed == known.map { model[$0].value })
        if let known { model.remove(at: known) }
      default:
        #expect(list.peek(key)?.value == known.map { model[$0].value })
      }
      #expect(list.count == model.count)
      #expect(list.leastRecent?.key == model.first?.key)
    }
    var keys: [Int] = []
    while let key = list.leastRecent?.key {
      keys.append(key)
      _ = list.remove(key)
    }
    #expect(keys == model.map(\.key))
  }
}
