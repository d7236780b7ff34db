import CairnFeatures

/// A submitted password.
///
/// It isn't a ``SubmittedField``, so code that stores, restores, or records the text of fields can't get it.
struct SubmittedSecret: Equatable {
  /// The ID of the secure field.
  let id: UInt64
  /// The typed text, or an empty secret if the user left the field empty.
  let value: Secret
}
