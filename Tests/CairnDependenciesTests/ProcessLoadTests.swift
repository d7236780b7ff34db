import CairnDependencies
import Dispatch
import Synchronization
import Testing

#if os(Linux)
  @Suite(.timeLimit(.minutes(30))) struct ProcessLoadTests {
    private final class Flags: Sendable {
      let hasBegun = Atomic(false)
      let isOver = Atomic(false)
    }

    @Test func `A process with a running thread is busy`() async {
      let flags = Flags()
      DispatchQueue.global().async {
        flags.hasBegun.store(true, ordering: .relaxed)
        while !flags.isOver.load(ordering: .relaxed) {}
      }
      while !flags.hasBegun.load(ordering: .relaxed) { await Task.yield() }
      let isBusy = ProcessLoad.isBusy
      let isBusyAfterTurn = await ProcessLoad.isBusyAfterTurn()
      flags.isOver.store(true, ordering: .relaxed)
      #expect(isBusy)
      #expect(isBusyAfterTurn)
    }

    @Test func `A process whose threads only wait isn't busy`() async {
      // It uses a separate process, because other tests keep this one busy.
      await #expect(processExitsWith: .success) {
        while await ProcessLoad.isBusyAfterTurn() {}
      }
    }
  }
#endif
