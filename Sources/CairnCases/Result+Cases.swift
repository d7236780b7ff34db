extension Result: CasePathable {
  /// The cases of a result, for key paths such as `\.response.success` and `\.response.failure`.
  public struct Cases: Sendable {
    /// Creates the cases.
    @inlinable
    public init() {}

    /// The success case.
    @inlinable
    public var success: Case<At_success> { Case(At_success()) }

    /// The failure case.
    @inlinable
    public var failure: Case<At_failure> { Case(At_failure()) }
  }

  @inlinable
  public static var cases: Cases { Cases() }

  /// The case path of the success case.
  public struct At_success: StaticCasePath {
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: Result) -> Success? {
      if case .success(let value) = root { value } else { nil }
    }

    @inlinable
    public func embed(_ value: Success) -> Result { .success(value) }
  }

  /// The case path of the failure case.
  public struct At_failure: StaticCasePath {
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: Result) -> Failure? {
      if case .failure(let error) = root { error } else { nil }
    }

    @inlinable
    public func embed(_ value: Failure) -> Result { .failure(value) }
  }
}
