public import CairnCases
import CairnFeatures
public import CustomDump

/// A container for an optional presented value.
///
/// Use the macro ``/Cairn/Presents()`` to declare it. The value is stored on the heap with copy-on-write. A feature can
/// therefore present itself, and an enum with large states stays small.
@dynamicMemberLookup
public struct PresentationState<State> {
  /// An empty array, or an array with one element. The element is `nil` only while it's being changed.
  ///
  /// An array is used because it shares its storage, copies on write, and is `Sendable` if its elements are.
  @usableFromInline var storage: [State?]

  /// Creates a container with a presented value, or an empty container.
  @inlinable
  public init(wrappedValue: State?) {
    storage = wrappedValue.map { [$0] } ?? []
  }

  /// The presented value, or `nil`.
  @inlinable
  public var wrappedValue: State? {
    get { storage.isEmpty ? nil : storage[0] }
    _modify {
      if storage.isEmpty {
        var value: State?
        defer { if let value { storage = [value] } }
        yield &value
      } else {
        defer { if storage[0] == nil { storage = [] } }
        yield &storage[0]
      }
    }
    set {
      guard let newValue else {
        storage = []
        return
      }
      if storage.isEmpty { storage = [newValue] } else { storage[0] = newValue }
    }
  }

  /// Whether a value is presented.
  @inlinable
  var isPresenting: Bool { !storage.isEmpty && storage[0] != nil }

  /// The presented value, which can be changed in place. Use it only if ``isPresenting`` is `true`.
  @inlinable
  var presented: State {
    get { storage[0].unsafelyUnwrapped }
    _modify { yield &storage[0]! }
  }

  /// Runs a reducer on the presented value in place.
  ///
  /// - Parameter isEphemeral: Set to `true` if the value must be dismissed after this action.
  /// - Returns: The effect of the reducer, or `nil` if no value is presented.
  @inlinable
  mutating func reduce<R: Reducer<State, Action>, Action>(
    _ reducer: R, _ action: Action, _ isEphemeral: inout Bool
  ) -> Effect<Action>? {
    guard isPresenting else { return nil }
    let depth = ReduceDepth.enter()
    defer { ReduceDepth.leave(to: depth) }
    return R._reduce(reducer, into: &presented, action, &isEphemeral)
  }

  @usableFromInline
  var identity: _CaseIdentity? {
    wrappedValue.map { _CaseIdentity(of: $0) }
  }
}

extension PresentationState where State: CasePathable {
  /// Accesses the presented value's associated value for a case. Assigning a value presents that case.
  ///
  /// Locations use this subscript to specify the presented feature, for example `\.$destination.edit`. If you change or
  /// dismiss another case than the presented one, Cairn reports an issue and doesn't change the value.
  @inlinable
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<State.Cases, Case<Path>>
  ) -> Path.Value? where Path.Root == State {
    get {
      guard let state = wrappedValue else { return nil }
      return State.cases[keyPath: keyPath]._path.extract(from: state)
    }
    set {
      let path = State.cases[keyPath: keyPath]._path
      write(newValue, through: path)
    }
    _modify {
      let path = State.cases[keyPath: keyPath]._path
      var value = wrappedValue.flatMap { path.extract(from: $0) }
      defer { write(value, through: path) }
      yield &value
    }
  }
}

extension PresentationState where State: CasePathable {
  /// Accesses the presented value's associated value for a case, as in `$0.$destination[case: \.edit]?.name = "Blob"`.
  ///
  /// If you change or dismiss another case than the presented one, Cairn reports an issue at the location of this code.
  @inlinable
  public subscript<Path: CasePath>(
    case keyPath: KeyPath<State.Cases, Case<Path>>,
    fileID: _SourceText = #fileID, filePath: _SourceText = #filePath,
    line: _SourceNumber = #line, column: _SourceNumber = #column
  ) -> Path.Value? where Path.Root == State {
    get { self[dynamicMember: keyPath] }
    _modify {
      let path = State.cases[keyPath: keyPath]._path
      var value = wrappedValue.flatMap { path.extract(from: $0) }
      defer {
        write(value, through: path, at: _IssueLocation(fileID, filePath, line, column))
      }
      yield &value
    }
    set {
      write(
        newValue, through: State.cases[keyPath: keyPath]._path,
        at: _IssueLocation(fileID, filePath, line, column))
    }
  }
}

extension PresentationState {
  /// Presents a case, or dismisses the presented case if the value is `nil`.
  @usableFromInline
  mutating func write<Path: CasePath>(
    _ value: Path.Value?, through path: Path, at location: _IssueLocation? = nil
  ) where Path.Root == State {
    if let value {
      wrappedValue = path.embed(value)
    } else if let state = wrappedValue {
      guard path.extract(from: state) != nil else {
        return Issue.otherCase(writing: _caseName(of: Path.self), to: state, at: location)
      }
      wrappedValue = nil
    }
  }
}

extension PresentationState: Sendable where State: Sendable {}

// Comparing arrays that share their storage takes constant time.
extension PresentationState: Equatable where State: Equatable {}

extension PresentationState: Hashable where State: Hashable {
  public func hash(into hasher: inout Hasher) {
    wrappedValue.hash(into: &hasher)
  }
}

extension PresentationState: Decodable where State: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init(wrappedValue: try container.decode(Salvaged<State>?.self)?.value)
  }
}

extension PresentationState: Encodable where State: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension KeyedEncodingContainer {
  /// Encodes the presented value. If no value is presented, the key is omitted, as for an optional value.
  public mutating func encode<State: Encodable>(
    _ value: PresentationState<State>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes the presented value. If the key is missing, no value is presented, as for an optional value.
  public func decode<State: Decodable>(
    _ type: PresentationState<State>.Type, forKey key: Key
  ) throws -> PresentationState<State> {
    PresentationState(wrappedValue: try decodeIfPresent(Salvaged<State>.self, forKey: key)?.value)
  }
}

extension PresentationState: CustomReflectable, CustomDumpRepresentable {
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
  public var customDumpValue: Any { wrappedValue as Any }
}
