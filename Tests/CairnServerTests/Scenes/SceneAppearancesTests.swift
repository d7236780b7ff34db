import Synchronization
import Testing

@testable import CairnServer
@testable import CairnViews

/// Changes of the views that a scene shows.
@Suite struct SceneAppearancesTests {
  private func appear(_ identity: UInt64) -> Appearance {
    Appearance(identity: identity, work: .appear {}, fileID: #fileID, line: #line)
  }

  private func task(_ identity: UInt64) -> Appearance {
    Appearance(identity: identity, work: .task {}, fileID: #fileID, line: #line)
  }

  /// Returns a task that runs until it's canceled, and then calls a closure.
  private func work(_ onCancel: @escaping @Sendable () -> Void = {}) -> Task<Void, Never> {
    Task {
      await withTaskCancellationHandler {
        for await _ in AsyncStream<Never>(unfolding: { nil }) {}
      } onCancel: {
        onCancel()
      }
    }
  }

  @Test func `A page without work causes no change`() {
    var appearances = SceneAppearances()
    let change = appearances.change(to: [], appeared: [])
    #expect(change == nil)
  }

  @Test func `A view appears once while it's on the page`() throws {
    var appearances = SceneAppearances()
    let first = appearances.change(to: [appear(1), appear(2)], appeared: [])
    #expect(first?.new.map(\.identity) == [1, 2])
    #expect(first?.appeared == [1, 2])
    let none = appearances.change(to: [appear(1), appear(2)], appeared: [1, 2])
    #expect(none == nil)
    // This also applies when another view appears or disappears.
    let second = appearances.change(to: [appear(3), appear(1)], appeared: [1, 2])
    #expect(second?.new.map(\.identity) == [3])
    #expect(second?.appeared == [1, 3])
    let third = appearances.change(to: [appear(3)], appeared: [1, 3])
    #expect(third?.new.isEmpty == true)
    #expect(third?.appeared == [3])
    let again = appearances.change(to: [appear(1), appear(3)], appeared: [3])
    #expect(again?.new.map(\.identity) == [1])
  }

  @Test func `Running work isn't started again, and is returned when its view is gone`() throws {
    var appearances = SceneAppearances()
    let change = appearances.change(to: [task(1), task(2)], appeared: [])
    let begun = try #require(change)
    #expect(begun.new.map(\.identity) == [1, 2])
    // Only views with `.onAppear` are recorded as appeared.
    #expect(begun.appeared.isEmpty)
    let works = [work(), work()]
    for (work, appearance) in zip(works, begun.new) { appearances.add(work, of: appearance) }
    let none = appearances.change(to: [task(1), task(2)], appeared: [])
    #expect(none == nil)
    let left = appearances.change(to: [task(2)], appeared: [])
    #expect(left?.new.isEmpty == true && left?.gone == [works[0]])
    let noneLeft = appearances.change(to: [task(2)], appeared: [])
    #expect(noneLeft == nil)
    appearances.cancel()
    #expect(works[1].isCancelled)
    works[0].cancel()
  }

  @Test func `Work is canceled when it's replaced, and when the scene ends`() async {
    let canceled = Mutex(0)
    let works = (0..<3).map { _ in work { canceled.withLock { $0 += 1 } } }
    var appearances = SceneAppearances()
    appearances.add(works[0], of: task(1))
    appearances.add(works[1], of: task(1))
    #expect(works.map(\.isCancelled) == [true, false, false])
    appearances.add(works[2], of: task(2))
    appearances.cancel()
    #expect(works.map(\.isCancelled) == [true, true, true])
    for work in works { await work.value }
    #expect(canceled.withLock(\.self) == 3)
    let change = appearances.change(to: [], appeared: [])
    #expect(change == nil)
  }
}
