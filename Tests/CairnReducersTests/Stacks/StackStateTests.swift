import Cairn
import Foundation
import Testing

private typealias Page = Stacking.Page

@Reducer(state: .equatable)
private enum Path {
  case note(Nested.Note)
  case counter(CounterFeature)
}

@MainActor @Suite struct StackStateTests {
  @Test func `IDs count up and are never reused`() {
    var stack = StackState<Page.State>()
    stack.append(Page.State(name: "a"))
    stack.append(Page.State(name: "b"))
    stack.append(Page.State(name: "c"))
    #expect(stack.ids == [0, 1, 2])
    stack.removeLast()
    stack.append(Page.State(name: "d"))
    #expect(stack.ids == [0, 1, 3])
    stack.insert(Page.State(name: "e"), at: 1)
    #expect(stack.ids == [0, 4, 1, 3])
    #expect(stack.map(\.name) == ["a", "e", "b", "d"])
    stack[id: 4] = nil
    #expect(stack.ids == [0, 1, 3])
    stack[id: 1]?.name = "changed"
    #expect(stack[1].name == "changed")
    #expect(stack[id: 9] == nil)
  }

  @Test func `Popping removes the right elements, and unknown IDs change nothing`() {
    var stack = StackState<Page.State>()
    for name in ["a", "b", "c", "d"] { stack.append(Page.State(name: name)) }
    var other = stack
    stack.pop(from: 2)
    #expect(stack.ids == [0, 1])
    stack.pop(from: 7)
    #expect(stack.ids == [0, 1])
    other.pop(to: 1)
    #expect(other.ids == [0, 1])
    other.pop(to: 7)
    other.pop(to: 1)
    #expect(other.ids == [0, 1])
  }

  @Test func `Equality includes IDs`() {
    var first = StackState<Page.State>()
    var second = StackState<Page.State>()
    first.append(Page.State(name: "a"))
    second.append(Page.State(name: "b"))
    second.removeLast()
    second.append(Page.State(name: "a"))
    #expect(first != second)
    #expect(Array(first) == Array(second))
  }

  @Test func `Encoding keeps the IDs and the next ID`() throws {
    var stack = StackState<Page.State>()
    for name in ["a", "b", "c"] { stack.append(Page.State(name: name)) }
    stack[id: 1] = nil
    stack.removeLast()
    let data = try JSONEncoder().encode(stack)
    var decoded = try JSONDecoder().decode(StackState<Page.State>.self, from: data)
    #expect(decoded == stack)
    #expect(decoded.ids == [0])
    decoded.append(Page.State(name: "d"))
    #expect(decoded.ids == [0, 3])
  }

  @Test(arguments: [
    #"{"ids":[0,0],"elements":[{"name":"a"},{"name":"b"}],"next":2}"#,
    #"{"ids":[0],"elements":[],"next":2}"#, #"{"ids":[5],"elements":[{"name":"a"}],"next":2}"#,
    #"{"ids":[-1],"elements":[{"name":"a"}],"next":2}"#,
    #"{"ids":[],"elements":[],"next":-2}"#,
  ])
  func `Decoding rejects inconsistent IDs`(_ json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(StackState<Page.State>.self, from: Data(json.utf8))
    }
  }

  @Test func `A stack is a collection`() {
    var stack: StackState = [Page.State(name: "a"), Page.State(name: "b"), Page.State(name: "c")]
    #expect(stack.count == 3)
    #expect(stack.first?.name == "a")
    #expect(stack.last?.name == "c")
    #expect(stack.popLast()?.name == "c")
    #expect(stack.removeFirst().name == "a")
    #expect(stack.ids == [1])
    stack.append(contentsOf: [Page.State(name: "d"), Page.State(name: "e")])
    #expect(stack.ids == [1, 3, 4])
    stack.replaceSubrange(1..<2, with: [Page.State(name: "f")])
    #expect(stack.ids == [1, 5, 4])
    #expect(stack.map(\.name) == ["b", "f", "e"])
    stack.removeAll { $0.name == "f" }
    #expect(stack.map(\.name) == ["b", "e"])
    #expect(stack.ids == [1, 4])
    stack.removeAll()
    #expect(stack.isEmpty)
    stack.append(Page.State(name: "g"))
    #expect(stack.ids == [6])
  }

  @Test func `Two stacks of a test have different IDs`() {
    var first: StackState = [Page.State(name: "a")]
    let copy = first
    first.append(Page.State(name: "b"))
    #expect(first.ids == [0, 1])
    var second = copy
    second.append(Page.State(name: "b"))
    #expect(second.ids == [0, 2])
    second = StackState()
    second.append(Page.State(name: "c"))
    #expect(second.ids == [3])
    second = StackState([Page.State(name: "d"), Page.State(name: "e")])
    #expect(second.ids == [4, 5])
  }

  @Test func `Filtered elements keep their IDs`() {
    let stack: StackState = [Page.State(name: "a"), Page.State(name: "b"), Page.State(name: "c")]
    #expect(stack.filter { $0.name != "b" }.ids == [0, 2])
  }

  // MARK: Cases

  @Test func `The case of an element is read and written`() {
    var stack: StackState<Path.State> = [.counter(CounterFeature.State(count: 1))]
    #expect(stack[id: 0, case: \.counter]?.count == 1)
    #expect(stack[id: 0, case: \.note] == nil)
    #expect(stack[id: 7, case: \.counter] == nil)
    stack[id: 0, case: \.counter]?.count = 2
    #expect(stack[id: 0]?.counter?.count == 2)
    stack[id: 0]?.counter?.count = 3
    #expect(stack[id: 0, case: \.counter]?.count == 3)
    stack[id: 0]?.modify(\.counter) { $0.count += 1 }
    #expect(stack[0].counter?.count == 4)
    stack[id: 0, case: \.counter] = nil
    #expect(stack.isEmpty)
  }

  @Test func `A write to another case of an element is reported and changes nothing`() async {
    var stack: StackState<Path.State> = [.counter(CounterFeature.State(count: 1))]
    let before = stack
    let messages = await issues {
      stack[id: 0, case: \.note] = Nested.Note.State(text: "a")
      stack[id: 0, case: \.note]?.text = "nothing happens"
      stack[id: 0, case: \.note] = nil
    }
    #expect(messages.count == 3)
    #expect(messages.first?.contains("to the case 'note'") == true, "\(messages)")
    #expect(messages.first?.contains("Path.State.counter(") == true, "\(messages)")
    #expect(stack == before)
  }

  // MARK: Unknown IDs

  @Test func `In a test, an element can be assigned with a new ID`() {
    var stack = StackState<Page.State>()
    stack[id: 4] = Page.State(name: "a")
    stack.append(Page.State(name: "b"))
    #expect(stack.ids == [4, 5])
    stack[id: 9] = nil
    #expect(stack.ids == [4, 5])
  }

  @Test func `Outside tests, assigning with a new ID is reported and changes nothing`() async {
    let id: StackElementID = 4
    var stack: StackState = [Page.State(name: "a")]
    await expectIssue("an ID that isn't in the stack (#4)") {
      withDependencies {
        $0.context = .live
      } operation: {
        stack[id: id] = Page.State(name: "b")
      }
    }
    #expect(stack.map(\.name) == ["a"])
    stack.append(Page.State(name: "c"))
    #expect(stack.ids == [0, 1])
  }

  @Test func `An ID literal outside tests traps`() async {
    await #expect(processExitsWith: .failure) {
      withDependencies {
        $0.context = .live
      } operation: {
        let id: StackElementID = 0
        print(id)
      }
    }
  }

  @Test func `An ID is printed as its number`() {
    let stack: StackState = [Page.State(name: "a")]
    #expect("\(stack.ids[0])" == "#0")
  }
}
