import IssueReporting

/// A type-erased case path.
///
/// ```swift
/// let paths: [CaseKeyPath<Status, Int>] = [\.inStock, \.onBackOrder]
/// let total = paths.compactMap { status[case: $0] }.reduce(0, +)
/// ```
/// Use it in your own code for case paths that are values. You don't need it for the operators of reducers,
/// which take key paths such as `\.edit`, and resolve them by their types.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  // Both closures are `Sendable`, because they capture only a case path, which is `Sendable`, or `Sendable`
  // functions.
  private let _extract: @Sendable (Root) -> Value?
  private let _embed: @Sendable (Value) -> Root

  /// Creates a case path from two functions.
  ///
  /// - Parameters:
  ///   - embed: Returns the enum at the case, with the given payload.
  ///   - extract: Returns the payload, or `nil` if the enum is at another case.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  /// Creates a case path that erases the type of the given case path.
  public init<Path: CasePath>(_ path: Path) where Path.Root == Root, Path.Value == Value {
    self.init(embed: { path.embed($0) }, extract: { path.extract(from: $0) })
  }

  /// Creates the case path for a key path to a case.
  public init<Path: CasePath>(_ keyPath: KeyPath<Root.Cases, Case<Path>>)
  where Root: CasePathable, Path.Root == Root, Path.Value == Value {
    self.init(Root.cases[keyPath: keyPath]._path)
  }

  /// Returns the enum at this case, with the given payload.
  public func embed(_ value: Value) -> Root { _embed(value) }

  /// Returns the payload, or `nil` if the enum is at another case.
  public func extract(from root: Root) -> Value? { _extract(root) }

  /// Changes the payload. If the enum is at another case, this method has no effect.
  public func modify(_ root: inout Root, _ body: (inout Value) -> Void) {
    guard var value = extract(from: root) else { return }
    body(&value)
    root = embed(value)
  }

  /// The case path of a case of the payload.
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Value.Cases, Case<Path>>
  ) -> AnyCasePath<Root, Path.Value> where Value: CasePathable, Path.Root == Value {
    let next = Value.cases[keyPath: keyPath]._path
    return AnyCasePath<Root, Path.Value>(
      embed: { embed(next.embed($0)) }, extract: { extract(from: $0).flatMap(next.extract) })
  }
}

/// The case paths of an enum, as values: `Status.allCasePaths.inStock`.
@dynamicMemberLookup
public struct AllCasePaths<Root: CasePathable>: Sendable {
  /// Creates the case paths of an enum.
  @inlinable
  public init() {}

  /// The case path of a case.
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Root.Cases, Case<Path>>
  ) -> AnyCasePath<Root, Path.Value> where Path.Root == Root {
    AnyCasePath(keyPath)
  }
}

/// A key path to a case whose type contains only the enum and the payload.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  AllCasePaths<Root>, AnyCasePath<Root, Value>
>

/// A key path to a case of an enum, with any type of payload.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<AllCasePaths<Root>>

extension CasePathable {
  /// The case paths of the enum, as values.
  public static var allCasePaths: AllCasePaths<Self> { AllCasePaths() }

  /// The payload of a case, or `nil` if the value is at another case.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Returns whether the value is at a case.
  @_disfavoredOverload
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    self[case: keyPath] != nil
  }
}

extension KeyPath {
  /// Returns an enum at the case of this key path, such as `\Status.Cases.inStock`, with the given payload.
  public func callAsFunction<Path: CasePath>(_ value: Path.Value) -> Path.Root
  where Value == Case<Path>, Path.Root: CasePathable, Root == Path.Root.Cases {
    Path.Root.cases[keyPath: self]._path.embed(value)
  }

  /// Returns the payload of the case, or `nil` if the value is at another case.
  public func extract<Enum: CasePathable, Payload>(from value: Enum) -> Payload?
  where Root == AllCasePaths<Enum>, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].extract(from: value)
  }

  /// Returns the enum at the case of this key path, with the given payload.
  public func callAsFunction<Enum: CasePathable, Payload>(_ value: Payload) -> Enum
  where Root == AllCasePaths<Enum>, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].embed(value)
  }

  /// Returns the enum at the case of this key path, which has no payload.
  public func callAsFunction<Enum: CasePathable>() -> Enum
  where Root == AllCasePaths<Enum>, Value == AnyCasePath<Enum, Void> {
    Enum.allCasePaths[keyPath: self].embed(())
  }
}

extension Optional where Wrapped: CasePathable {
  /// Returns whether there is a value and it's at a case: `state.destination.is(\.edit)`.
  public func `is`<Path: CasePath>(_ keyPath: KeyPath<Wrapped.Cases, Case<Path>>) -> Bool
  where Path.Root == Wrapped {
    self?.is(keyPath) ?? false
  }

  /// Changes the payload of a case in place.
  ///
  /// If there is no value, or if it's at another case, the closure isn't called and an issue is reported.
  public mutating func modify<Path: CasePath>(
    _ keyPath: KeyPath<Wrapped.Cases, Case<Path>>, yield: (_ value: inout Path.Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Path.Root == Wrapped {
    guard self != nil else {
      reportIssue(
        "Can't modify the case '\(_caseName(of: Path.self))', because the value is 'nil'.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    self?.modify(
      keyPath, yield: yield, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A case path whose enum and payload types aren't known.
private protocol UntypedCasePath {
  func matches(_ root: Any) -> Bool
}

extension AnyCasePath: UntypedCasePath {
  func matches(_ root: Any) -> Bool {
    (root as? Root).flatMap(extract) != nil
  }
}

/// Returns whether a value is at a case, for patterns such as `case \.settings.saveTapped:`.
public func ~= <Root: CasePathable>(
  keyPath: PartialCaseKeyPath<Root>, value: Root
) -> Bool {
  (Root.allCasePaths[keyPath: keyPath] as? any UntypedCasePath)?.matches(value) ?? false
}
