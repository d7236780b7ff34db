public import CairnDependencies

extension DependencyValues {
  /// The hasher for the passwords of an application's accounts.
  ///
  /// ```swift
  /// @Dependency(\.passwordHasher) var hasher
  /// ```
  /// In a test, the default is a hasher with the lowest cost, which takes about two milliseconds. To change the cost of
  /// a server, pass a hasher to it with `withDependencies`:
  ///
  /// ```swift
  /// $0.passwordHasher = PasswordHasher(cost: 8)
  /// ```
  /// Create one hasher per process, because each one limits only its own work.
  public var passwordHasher: PasswordHasher {
    get { self[PasswordHasherKey.self] }
    set { self[PasswordHasherKey.self] = newValue }
  }

  private enum PasswordHasherKey: DependencyKey {
    static let liveValue = PasswordHasher()
    static let testValue = PasswordHasher(cost: 1)
  }
}
