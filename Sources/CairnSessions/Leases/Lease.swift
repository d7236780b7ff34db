/// The lease of a scene.
package struct Lease: Sendable {
  /// The term during which the server has the lease.
  package let term: LeaseTerm
  /// Whether the server that ran the scene before has ended its effects. Otherwise, that server may have crashed.
  package let isPassed: Bool

  package init(term: LeaseTerm, isPassed: Bool) {
    self.term = term
    self.isPassed = isPassed
  }
}
