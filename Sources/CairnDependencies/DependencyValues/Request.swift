extension DependencyValues {
  /// Information about the request that the code runs for.
  ///
  /// In a scene, it's the latest request of the scene's browser, which is the one for the page, a form, or the
  /// stream of changes. An effect keeps the request that was current when the effect began. Without a request, all
  /// values are `nil`, for example in a test that doesn't set them.
  ///
  /// ```swift
  /// @Dependency(\.request.clientAddress) var clientAddress
  /// ```
  public var request: RequestInfo {
    get { currentRequest?.info ?? RequestInfo() }
    set {
      let values = newValue.values
      currentRequest = CurrentRequest(
        RequestSource { values }, timeZone: currentRequest?.timeZone, onRead: nil)
    }
  }

  /// The appearance that the user prefers, or `nil` if it's unknown. See ``RequestInfo/colorScheme``.
  public var colorScheme: ColorScheme? {
    get { request.colorScheme }
    set { request.colorScheme = newValue }
  }

  /// Sets the request for which a scene is created.
  package mutating func setRequest(_ source: RequestSource) {
    currentRequest = CurrentRequest(source, timeZone: nil, onRead: nil)
  }

  /// Begins to read from the requests of a scene, starting with the current request. Their time zones precede the
  /// application's.
  /// - Parameter onRead: Called for each read of a value.
  package mutating func beginRequests(
    onRead: @escaping @Sendable (CurrentRequest, RequestFields) -> Void
  ) -> CurrentRequest {
    let requests = CurrentRequest(
      currentRequest?.source, timeZone: takeTimeZone(), onRead: onRead)
    currentRequest = requests
    return requests
  }

  /// The number of the current request, or `nil` if there is none. Later requests have higher numbers.
  package var requestNumber: UInt64? { currentRequest?.source?.number }

  /// Makes these values keep the current request, for work that outlives it.
  package mutating func keepRequest() { currentRequest = currentRequest?.kept }

  /// Uses the request that the current effect keeps, if it's an effect of the same scene.
  package mutating func useKeptRequest() {
    if let kept = Self._current.currentRequest, kept.isCopy(of: currentRequest) {
      currentRequest = kept
    }
  }
}
