import IssueReporting

/// A way to one case of an enum, with the type of the case put away.
///
/// ```swift
/// let paths: [CaseKeyPath<Status, Int>] = [\.inStock, \.onBackOrder]
/// let total = paths.compactMap { status[case: $0] }.reduce(0, +)
/// ```
/// The operators of reducers take key paths to cases as they are written, `\.edit`, and follow them by their
/// types; a case path that is a value is for code of your own.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: Sendable {
  // Made of a case path, which is `Sendable`, or of functions that are.
  private let _extract: @Sendable (Root) -> Value?
  private let _embed: @Sendable (Value) -> Root

  /// A case path from two functions.
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    _embed = embed
    _extract = extract
  }

  /// A case path, with its type put away.
  public init<Path: CasePath>(_ path: Path) where Path.Root == Root, Path.Value == Value {
    self.init(embed: { path.embed($0) }, extract: { path.extract(from: $0) })
  }

  /// The case path that a key path to a case names.
  public init<Path: CasePath>(_ keyPath: KeyPath<Root.Cases, Case<Path>>)
  where Root: CasePathable, Path.Root == Root, Path.Value == Value {
    self.init(Root.cases[keyPath: keyPath]._path)
  }

  /// The root at the case, with the payload.
  public func embed(_ value: Value) -> Root { _embed(value) }

  /// The payload; nil where the root is at another case.
  public func extract(from root: Root) -> Value? { _extract(root) }

  /// Changes the payload in place; nothing happens where the root is at another case.
  public func modify(_ root: inout Root, _ body: (inout Value) -> Void) {
    guard var value = extract(from: root) else { return }
    body(&value)
    root = embed(value)
  }

  /// A case of the payload.
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
  @inlinable
  public init() {}

  /// The case path of a case.
  public subscript<Path: CasePath>(
    dynamicMember keyPath: KeyPath<Root.Cases, Case<Path>>
  ) -> AnyCasePath<Root, Path.Value> where Path.Root == Root {
    AnyCasePath(keyPath)
  }
}

/// A key path to a case, by the types of the enum and of the payload alone.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  AllCasePaths<Root>, AnyCasePath<Root, Value>
>

/// A key path to a case of an enum, whatever its payload is.
public typealias PartialCaseKeyPath<Root: CasePathable> = PartialKeyPath<AllCasePaths<Root>>

extension CasePathable {
  /// The case paths of the enum, as values.
  public static var allCasePaths: AllCasePaths<Self> { AllCasePaths() }

  /// The payload of a case; nil where the value is at another case.
  @_disfavoredOverload
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    Self.allCasePaths[keyPath: keyPath].extract(from: self)
  }

  /// Whether the value is at a case.
  @_disfavoredOverload
  public func `is`<Value>(_ keyPath: CaseKeyPath<Self, Value>) -> Bool {
    self[case: keyPath] != nil
  }
}

extension KeyPath {
  /// The enum at the case that a key path such as `\Status.Cases.inStock` names, with the payload.
  public func callAsFunction<Path: CasePath>(_ value: Path.Value) -> Path.Root
  where Value == Case<Path>, Path.Root: CasePathable, Root == Path.Root.Cases {
    Path.Root.cases[keyPath: self]._path.embed(value)
  }

  /// The payload; nil where the value is at another case.
  public func extract<Enum: CasePathable, Payload>(from value: Enum) -> Payload?
  where Root == AllCasePaths<Enum>, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].extract(from: value)
  }

  /// The enum at the case, with the payload.
  public func callAsFunction<Enum: CasePathable, Payload>(_ value: Payload) -> Enum
  where Root == AllCasePaths<Enum>, Value == AnyCasePath<Enum, Payload> {
    Enum.allCasePaths[keyPath: self].embed(value)
  }

  /// The enum at the case, which has no payload.
  public func callAsFunction<Enum: CasePathable>() -> Enum
  where Root == AllCasePaths<Enum>, Value == AnyCasePath<Enum, Void> {
    Enum.allCasePaths[keyPath: self].embed(())
  }
}

extension Optional where Wrapped: CasePathable {
  /// Whether there is a value, and at a case: `state.destination.is(\.edit)`.
  public func `is`<Path: CasePath>(_ keyPath: KeyPath<Wrapped.Cases, Case<Path>>) -> Bool
  where Path.Root == Wrapped {
    self?.is(keyPath) ?? false
  }

  /// Changes the payload of a case in place. Where there is no value, or it is at another case, the closure is not
  /// called and an issue is reported.
  public mutating func modify<Path: CasePath>(
    _ keyPath: KeyPath<Wrapped.Cases, Case<Path>>, yield: (_ value: inout Path.Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) where Path.Root == Wrapped {
    guard self != nil else {
      reportIssue(
        "The case '\(_caseName(of: Path.self))' was to be changed, but there is no value.",
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    self?.modify(
      keyPath, yield: yield, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

/// A case path whose types are not known.
private protocol UntypedCasePath {
  func matches(_ root: Any) -> Bool
}

extension AnyCasePath: UntypedCasePath {
  func matches(_ root: Any) -> Bool {
    (root as? Root).flatMap(extract) != nil
  }
}

/// Whether a value is at a case, for patterns: `case \.settings.saveTapped:`.
public func ~= <Root: CasePathable>(
  keyPath: PartialCaseKeyPath<Root>, value: Root
) -> Bool {
  (Root.allCasePaths[keyPath: keyPath] as? any UntypedCasePath)?.matches(value) ?? false
}
