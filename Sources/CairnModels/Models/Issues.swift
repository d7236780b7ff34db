import IssueReporting

/// Reports that `dismiss()` was called on a model that isn't presented.
func reportNotPresented(_ type: any Any.Type) {
  reportIssue(
    """
    'dismiss()' of a \(type) that nothing presents.

    A model is dismissed where its state is in an optional, an array, or an enum that is. This one is \
    the store's whole state, or an inline part of it: send an event to who may remove it.
    """)
}
