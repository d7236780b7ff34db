/// Reports that a test uses a dependency that it must set first.
///
/// - Parameter name: The property of `DependencyValues`.
func reportUnimplemented(_ name: StaticString) {
  DefaultEvaluation.report(
    """
    @Dependency(\\.\(name)) was used in a test that doesn't set it.

    • Set it in the test:
        withDependencies {
          $0.\(name) = …
        } operation: {
          …
        }
    """)
}
