extension DependencyValues {
  /// Returns the default value of a key in the current context. It's computed when it's first used.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - name: The property's name, or `nil` if the key itself identifies the dependency.
  ///   - declaration: The source location of the declaration, if it's known.
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
