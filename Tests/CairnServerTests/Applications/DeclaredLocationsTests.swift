import CairnScreens
import Synchronization
import Testing

@testable import CairnApplications

/// How often a state's declaration of its locations is evaluated.
@Suite(.serialized) struct DeclaredLocationsTests {
  private struct Counted: Located {
    static let evaluations = Atomic(0)

    static var locations: NoLocations<Self> {
      evaluations.add(1, ordering: .relaxed)
      return LocationsBuilder.buildBlock()
    }
  }

  /// Returns how many evaluations a closure takes.
  private func evaluations(_ body: () -> Void) -> Int {
    let before = Counted.evaluations.load(ordering: .relaxed)
    body()
    return Counted.evaluations.load(ordering: .relaxed) - before
  }

  @Test func `scenes that follow each other use one, and scenes beside each other don't`() {
    withExtendedLifetime(DeclaredLocations<Counted>()) {}
    let afterOneAnother = evaluations {
      for _ in 0..<5 { withExtendedLifetime(DeclaredLocations<Counted>()) {} }
    }
    #expect(afterOneAnother == 0)
    let few = (0..<8).map { _ in DeclaredLocations<Counted>() }
    let besideOthers = evaluations { withExtendedLifetime(DeclaredLocations<Counted>()) {} }
    #expect(besideOthers == 1)
    withExtendedLifetime(few) {}
  }

  @Test func `no more are kept than scenes need that are made for one page`() {
    func make() -> [DeclaredLocations<Counted>] { (0..<100).map { _ in DeclaredLocations() } }
    withExtendedLifetime(make()) {}
    let again = evaluations { withExtendedLifetime(make()) {} }
    #expect(again == 92)
  }
}
