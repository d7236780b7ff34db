public import CairnCases
import CairnFeatures
public import CustomDump

/// Holds what a feature presents: a value, or nothing.
///
/// Declare it with the macro ``Presents()``. The value is stored on the heap with copy-on-write,
/// so that a feature can present itself and an enum of large states stays small.
@dynamicMemberLookup
public struct PresentationState<State> {
  /// Empty, or one element, which is nil only while it is changed. An array is a value whose storage is shared and
  /// copied on write, and `Sendable` if its elements are.
  @usableFromInline var storage: [State?]

  @inlinable
  public init(wrappedValue: State?) {
    storage = wrappedValue.map { [$0] } ?? []
  }

  /// What is presented.
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

  /// Whether something is presented.
  @inlinable
  var isPresenting: Bool { !storage.isEmpty && storage[0] != nil }

  /// The presented value, changed in place. To be used only where ``isPresenting``.
  @inlinable
  var presented: State {
    get { storage[0].unsafelyUnwrapped }
    _modify { yield &storage[0]! }
  }

  /// Runs a reducer on what is presented, in place; nil where nothing is.
  /// - Parameter isEphemeral: Becomes true where what is presented goes away after the action.
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
  /// The presented value's payload at a case; assigning presents that case.
  ///
  /// This is how a location names what it opens, as in `\.$destination.edit`. To change or to dismiss what is at
  /// another case than the one that is presented reports an issue, and changes nothing.
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
  /// The presented value's payload at a case, as in `$0.$destination[case: \.edit]?.name = "Blob"`.
  ///
  /// Changing or dismissing a case that isn't presented reports an issue at this line.
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
  /// Presents a case, or where the value is nil dismisses what is at it.
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

// Arrays with the same storage are equal at once.
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
  /// Encodes what is presented; nothing where nothing is, as for an optional.
  public mutating func encode<State: Encodable>(
    _ value: PresentationState<State>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes what is presented; nothing where there is no value, as for an optional.
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
