extension DependencyValues {
  /// The default of a key in the current context, computed at its first use.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: The property's name; nil where the key itself names the dependency.
  ///   - declaration: Where it was declared, if known.
  @usableFromInline
  func defaultValue<Key: TestDependencyKey>(
    of key: Key.Type,
    named name: StaticString?,
    declaration: DependencyDeclaration?
  ) -> Key.Value {
    (caches ?? .current)[context].value(for: ObjectIdentifier(key)) {
      let evaluation = DefaultEvaluation(
        of: key, name: name, declaration: declaration, isPreparing: isPreparing)
      let value = DefaultEvaluation.$current.withValue(evaluation) {
        evaluation.value(of: key, in: context)
      }
      return (value, keep: evaluation.isSound)
    }
  }
}
