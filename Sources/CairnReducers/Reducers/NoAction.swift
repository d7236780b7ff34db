/// The actions of a feature that has none: there is no way to make one.
///
/// It is not `Never`, nor an enum without cases: of an enum all of whose payloads are such, the
/// compiler refuses every switch.
public struct _NoAction: Hashable, Sendable {
  private init() {}
}
