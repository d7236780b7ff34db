/// The version of this package.
package enum CairnVersion {
  /// The version of the newest release in the changelog, or `unreleased` before the first release.
  package static let current = "unreleased"
}
