import CairnFeatures
import Testing

@Suite(.timeLimit(.minutes(30))) struct ChangeListenersTests {
  private let listeners = ChangeListeners()

  @Test func `Each listener is notified of changes from its start on`() async {
    listeners.notify()
    let (one, other) = (listeners.changes(), listeners.changes())
    listeners.notify()
    for changes in [one, other] {
      var iterator = changes.makeAsyncIterator()
      let change: Void? = await iterator.next()
      #expect(change != nil)
    }
  }

  @Test func `Several changes are one element`() async {
    let changes = listeners.changes()
    for _ in 0..<3 { listeners.notify() }
    var iterator = changes.makeAsyncIterator()
    let first: Void? = await iterator.next()
    #expect(first != nil)
    // In a canceled task, the stream returns waiting elements, but doesn't wait for others.
    let isNextWaiting = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = changes.makeAsyncIterator()
      let next: Void? = await iterator.next()
      return next != nil
    }.value
    #expect(!isNextWaiting)
  }

  @Test func `A listener that stops is removed`() async {
    let changes = listeners.changes()
    #expect(listeners.count == 1)
    let task = Task { for await _ in changes {} }
    task.cancel()
    await task.value
    #expect(listeners.count == 0)
    listeners.notify()
  }
}
