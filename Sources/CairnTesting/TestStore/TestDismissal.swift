import CairnDependencies
import CairnReducers

/// A record of whether the feature of a test store has dismissed itself.
///
/// The test plays the role of the feature that presents it.
@MainActor
final class TestDismissal {
  private(set) var hasHappened = false
  /// Cancels the effects of the feature.
  var cancelEffects: () -> Void = {}

  var effect: DismissEffect {
    DismissEffect(isOfRoot: true, at: { [self] _ in await note() })
  }

  private func note() {
    hasHappened = true
    cancelEffects()
  }
}
