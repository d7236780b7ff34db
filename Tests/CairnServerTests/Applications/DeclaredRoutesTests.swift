import CairnScreens
import Synchronization
import Testing

@testable import CairnApplications

/// How often a state's declaration of its locations is evaluated.
@Suite(.serialized) struct DeclaredRoutesTests {
  private struct Counted: Routable {
    static let evaluations = Atomic(0)

    static var routes: NoRoutes<Self> {
      evaluations.add(1, ordering: .relaxed)
      return RoutesBuilder.buildBlock()
    }
  }

  /// Returns how many evaluations a closure takes.
  private func evaluations(_ body: () -> Void) -> Int {
    let before = Counted.evaluations.load(ordering: .relaxed)
    body()
    return Counted.evaluations.load(ordering: .relaxed) - before
  }

  @Test func `A declaration is evaluated once and then reused`() {
    DeclaredRoutes<Counted>.use { _ in }
    let again = evaluations {
      for _ in 0..<5 { DeclaredRoutes<Counted>.use { _ in } }
    }
    #expect(again == 0)
  }

  @Test func `Nested uses get evaluations of their own, and only a few are kept`() {
    // Uses the declaration in this many nested calls.
    func use(_ count: Int) {
      if count > 0 { DeclaredRoutes<Counted>.use { _ in use(count - 1) } }
    }
    use(100)
    #expect(evaluations { use(8) } == 0)
    #expect(evaluations { use(100) } == 92)
  }
}
