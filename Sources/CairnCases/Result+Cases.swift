extension Result: CasePathable {
  /// The cases: `\.response.success`, `\.response.failure`.
  public struct Cases: Sendable {
    @inlinable
    public init() {}

    @inlinable
    public var success: Case<At_success> { Case(At_success()) }

    @inlinable
    public var failure: Case<At_failure> { Case(At_failure()) }
  }

  @inlinable
  public static var cases: Cases { Cases() }

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
