extension Result where Failure == any Error {
  /// Creates a result from asynchronous work, as in `await Result { try await api.fetch() }`.
  public init(
    catching body: () async throws -> Success, isolation: isolated (any Actor)? = #isolation
  ) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
