import CairnModels
import LockCircles
import Testing

/// Writes to a store by a thread that has borrowed it during an expression.
@Suite(.timeLimit(.minutes(30))) struct LentWriteTests {
  @Test func `A write to the state being written is reported`() async throws {
    let circle = LockCircle()
    let store = Store<Desk>(initialState: .init())
    let left = store.model.$left
    await circle.run {
      left.removeAll(waitingIn: circle)
    } borrower: {
      left.add(3)
    }
    #expect(left.items.isEmpty)
    let issue = try #require(circle.issues.first)
    #expect(circle.issues.count == 1)
    #expect(issue.hasPrefix("The state of a Drawer"))
    #expect(issue.contains("so the other change is lost"))
  }

  @Test func `A write to a part of the state being written is reported`() async throws {
    let circle = LockCircle()
    let store = Store<Desk>(initialState: .init())
    let desk = store.model
    await circle.run {
      desk.rename(waitingIn: circle)
    } borrower: {
      desk.$left.add(3)
    }
    #expect(desk.names == ["new"])
    #expect(circle.issues.count == 1)
    #expect(circle.issues.first?.hasPrefix("The state of a Desk") == true)
  }

  @Test func `A write to another state of the store is kept`() async {
    let circle = LockCircle()
    let store = Store<Desk>(initialState: .init())
    let (left, right) = (store.model.$left, store.model.$right)
    await circle.run {
      left.removeAll(waitingIn: circle)
    } borrower: {
      right.add(3)
    }
    #expect(left.items.isEmpty)
    #expect(right.items == [1, 2, 3])
    #expect(circle.issues.isEmpty)
  }
}

private struct Drawer: Model {
  struct State: Equatable { var items = [1, 2] }

  @ModelState private var state: State

  func add(_ item: Int) { state.items.append(item) }

  func removeAll(waitingIn circle: LockCircle) {
    state.items.removeAll { item in
      if item == 1 { circle.waitForOther() }
      return true
    }
  }
}

private struct Desk: Model {
  struct State: Equatable {
    var names: [String] = ["old"]
    @StateModel<Drawer> var left = .init()
    @StateModel<Drawer> var right = .init()
  }

  @ModelState private var state: State

  func rename(waitingIn circle: LockCircle) {
    state.names.removeAll { _ in
      circle.waitForOther()
      return true
    }
    state.names.append("new")
  }
}
