import CairnDependencies
import CairnReducers

/// Notes that the feature of a test store dismissed itself: a test is whoever presents it.
@MainActor
final class TestDismissal {
  private(set) var hasHappened = false
  /// Ends what the feature still does.
  var cancelEffects: () -> Void = {}

  var effect: DismissEffect {
    DismissEffect(isOfRoot: true, at: { [self] _ in await note() })
  }

  private func note() {
    hasHappened = true
    cancelEffects()
  }
}
