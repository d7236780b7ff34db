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

  public struct At_success: _EnumCasePath {
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: Result) -> Success? {
      if case .success(let value) = root { value } else { nil }
    }

    @inlinable
    public func embed(_ value: Success) -> Result { .success(value) }

    @inlinable
    public static func _change<Change>(
      _ root: __owned Result, _ body: (inout Success) -> Change
    ) -> (Result, Change?) {
      guard case .success(var value) = root else { return (root, nil) }
      let change = body(&value)
      return (.success(value), change)
    }
  }

  public struct At_failure: _EnumCasePath {
    @inlinable
    public init() {}

    @inlinable
    public func extract(from root: Result) -> Failure? {
      if case .failure(let error) = root { error } else { nil }
    }

    @inlinable
    public func embed(_ value: Failure) -> Result { .failure(value) }

    @inlinable
    public static func _change<Change>(
      _ root: __owned Result, _ body: (inout Failure) -> Change
    ) -> (Result, Change?) {
      guard case .failure(var error) = root else { return (root, nil) }
      let change = body(&error)
      return (.failure(error), change)
    }
  }
}
