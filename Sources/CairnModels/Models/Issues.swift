import IssueReporting

/// Reports that `dismiss()` was called on a model that isn't presented.
func reportNotPresented(_ type: any Any.Type) {
  reportIssue(
    """
    'dismiss()' was called on a \(type) that isn't presented.

    A model can be dismissed only if its state is in an optional, an array, or an enum in one of these. \
    This model's state is the whole state of the store, or is always part of its parent's state. \
    Instead, send an event to a model that can remove it.
    """)
}
