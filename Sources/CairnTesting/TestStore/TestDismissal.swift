import CairnDependencies
import CairnReducers

/// Notes that the feature of a test store dismissed itself, which nothing presents.
@MainActor
final class TestDismissal {
  private(set) var hasHappened = false

  /// Reports, as outside tests, unless the test says that the feature is presented.
  var effect: DismissEffect {
    DismissEffect(at: { [self] location in
      await note()
      @Dependency(\.isPresented) var isPresented
      if !isPresented { await DismissEffect.unpresented(at: location) }
    })
  }

  private func note() {
    hasHappened = true
  }
}
