extension Loadable: Encodable where Value: Encodable {
  /// Encodes the value. A value that's being loaded is encoded as ``interrupted``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: LoadableKey.self)
    switch self {
    case .idle: try container.encode(LoadableStatus.idle, forKey: .status)
    case .loading, .interrupted: try container.encode(LoadableStatus.interrupted, forKey: .status)
    case .loaded(let value):
      try container.encode(LoadableStatus.loaded, forKey: .status)
      try container.encode(value, forKey: .value)
    case .failed(let message):
      try container.encode(LoadableStatus.failed, forKey: .status)
      try container.encode(message, forKey: .message)
    }
  }
}

extension Loadable: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: LoadableKey.self)
    switch try container.decode(LoadableStatus.self, forKey: .status) {
    case .idle: self = .idle
    case .interrupted: self = .interrupted
    case .loaded: self = .loaded(try container.decode(Value.self, forKey: .value))
    case .failed: self = .failed(try container.decode(String.self, forKey: .message))
    }
  }
}

private enum LoadableKey: CodingKey { case status, value, message }

private enum LoadableStatus: String, Codable { case idle, interrupted, loaded, failed }
