import Dispatch

/// Blocks a thread until a test opens the gate.
final class ThreadGate: Sendable {
  private let isOpen = DispatchSemaphore(value: 0)
  private let arrivals = AsyncStream<Void>.makeStream()

  /// Reports the arrival, and blocks the thread until the gate is open.
  func pass() {
    arrivals.continuation.yield()
    isOpen.wait()
  }

  /// Waits until a thread has arrived.
  func waitForArrival() async {
    for await _ in arrivals.stream { return }
  }

  /// Lets one thread pass.
  func open() { isOpen.signal() }
}
