/// The action type of a feature without actions.
///
/// You can't create a value of this type. `Never` or an enum without cases can't be used instead. If every associated
/// value of an enum has such a type, the compiler rejects every `switch` over that enum.
public struct _NoAction: Hashable, Sendable {
  private init() {}
}
