package import CairnDependencies
import CairnTexts

extension DependencyValues {
  /// Begins to read from the requests of a scene, starting with the current request. Reads of views are recorded, so
  /// that the remembered output of a view isn't used for a request with other values.
  package mutating func beginRequests() -> CurrentRequest {
    beginRequests { ViewReads.current?.note($1, of: $0) }
  }
}

extension ViewReads {
  /// Records that a value of the current request was read.
  fileprivate func note(_ field: RequestFields, of request: CurrentRequest) {
    let before = request.values
    let property = Self.property(field)
    note(property, of: request) { [unowned request] in
      guard !request.values.hasEqual(field, in: before) else { return nil }
      return Change(of: RequestInfo.self, property, "may have changed")
    }
  }

  private static func property(_ field: RequestFields) -> AnyKeyPath {
    switch field {
    case .timeZone: \RequestInfo.timeZone
    case .colorScheme: \RequestInfo.colorScheme
    case .userAgent: \RequestInfo.userAgent
    case .clientAddress: \RequestInfo.clientAddress
    case .id: \RequestInfo.id
    case .languages: \RequestInfo.languages
    default: \RequestInfo.self
    }
  }
}
